import type { KindName } from './kinds.ts';
import { kind } from './kinds.ts';
import { commonGround } from './lift.ts';
import { plainText } from './plain.ts';
import { type Reading, readAs } from './reading.ts';
import { replyTables } from './reply.ts';

/** What people say to take back what they allowed a moment ago, in the languages that are known; one line a language. */
const idioms = `
never mind|nevermind|nvm|forget it|forget that|forget about it|scratch that|cancel that|on second thought|on second thoughts|i changed my mind|i've changed my mind|changed my mind|disregard that|hold off|belay that|i take that back|i take it back
vergiss es|lass es|lass mal|lass gut sein|doch nicht|schon gut|hat sich erledigt|ich nehme das zurück|ich habe es mir anders überlegt|ich hab's mir anders überlegt|kommando zurück
laisse tomber|laissez tomber|oublie|oubliez|oublie ça|finalement non|peu importe|j'ai changé d'avis|je retire
olvídalo|olvida eso|déjalo|mejor no|cambié de opinión|he cambiado de opinión|lo retiro|no importa
esquece|esqueça|deixa pra lá|deixa para lá|deixa quieto|melhor não|mudei de ideia|retiro o que disse
lascia stare|lascia perdere|come non detto|ho cambiato idea|meglio di no|non importa
laat maar|laat zitten|vergeet het|toch niet|toch maar niet|ik heb me bedacht
nieważne|zapomnij|jednak nie|daj spokój|zmieniłem zdanie|zmieniłam zdanie|wycofuję to
забудь|забудьте|не надо|неважно|отбой|проехали|я передумал|я передумала|отмена
забудь|не треба|неважливо|відбій|я передумав|я передумала|скасовую
nech to být|nevadí|zapomeň na to|zapomeň|rozmyslel jsem si to|radši ne|raději ne
glöm det|strunta i det|skit i det|jag har ändrat mig|jag ångrade mig|låt bli
glem det|glem det igen|lad være|jeg har ombestemt mig|det er lige meget|alligevel ikke
glem det|la være|jeg har ombestemt meg|samme det|ikke likevel
unohda|unohda se|antaa olla|ei sittenkään|muutin mieleni|anna olla
boş ver|boşver|vazgeçtim|vazgeç|unut gitsin|gerek kalmadı|fikrimi değiştirdim
lupakan|tidak jadi|nggak jadi|gak jadi|ga jadi|batal|batalkan saja|saya berubah pikiran
thôi|thôi bỏ đi|bỏ qua đi|bỏ đi|không cần nữa|tôi đổi ý
لا عليك|انس الأمر|انسى الموضوع|انس ذلك|غيرت رأيي|لا داعي|ألغ ذلك
עזוב|עזבי|לא משנה|תשכח מזה|תשכחי מזה|שיניתי את דעתי|עדיף שלא
रहने दो|रहने दीजिए|छोड़ो|छोड़िए|भूल जाओ|जाने दो|मैंने इरादा बदल दिया
やっぱりやめ|やっぱりいい|やっぱりなし|やっぱいい|忘れて|気が変わ|取り消し|今のなし|やめておいて
됐어|됐습니다|아니야 됐|없던 일로|취소|그만둬|마음이 바뀌|신경 쓰지 마
算了|不用了|当我没说|我改主意|我改变主意|取消吧|还是别|还是不要|先别
算了|不用了|當我沒說|我改主意|我改變主意|取消吧|還是別|還是不要|先別
ช่างมัน|ไม่ต้องแล้ว|ลืมไปเถอะ|เปลี่ยนใจ|ยกเลิก|ไม่เป็นไรแล้ว
`;

let known: string[] | undefined;

function all(): string[] {
  known ??= [
    ...new Set(
      idioms
        .trim()
        .split(/[|\n]/)
        .map((one) => plainText(one)),
    ),
  ];
  return known;
}

const unspaced = /[\u0e01-\u0e5b\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** What may stand before. */
const filler =
  /^(?:ok(?:ay)?|oh|ah|hm+|uh|um|well|actually|sorry|wait|no|hey|ach|nein|ach nein|non|no no|ну|ой|нет|あ|ああ|いや|아|아니|啊|哦|呃)[\s,.!…、，]+/;

/** A text with what stands before taken off. */
function withoutFiller(text: string): string {
  let rest = text;
  for (let times = 0; times < 3; times += 1) rest = rest.replace(filler, '');
  return rest;
}

/** The idiom that a message begins with, and what it says besides. */
function idiomOf(message: string): { rest: string } | undefined {
  const plain = plainText(message.slice(0, longest)).trim();
  for (const text of new Set([plain, withoutFiller(plain)])) {
    for (const one of all()) {
      if (!text.startsWith(one)) continue;
      const next = text[one.length] ?? ' ';
      if (!unspaced.test(one) && /[\p{L}\p{N}'-]/u.test(next)) continue;
      return { rest: text.slice(one.length) };
    }
  }
  return undefined;
}

/** Letters of a message that are looked at. */
const longest = 400;

/** In a longer message a word that forbids may be about anything: only one that begins so plainly turns back. */
const shortest = 160;

const turning = (['no', 'stop', 'wait', 'forbid', 'never'] as KindName[]).map(kind);
const forbidding = (['forbid', 'never', 'stop'] as KindName[]).map(kind);
const agreeing = (['yes', 'nod', 'go', 'thanks', 'good'] as KindName[]).map(kind);

/** True where every word is a sign, and they are few. */
function isBare({ words, plain, signs, table }: Reading): boolean {
  if (table?.spaced === false) return plain.replace(/[^\p{L}\p{N}]/gu, '').length <= 8;
  const covered = signs.reduce((sum, sign) => sum + sign.length, 0);
  return words.length <= 6 && covered >= words.length;
}

/**
 * Whether a message takes back the yes to a question that was given before: `about` where it names what was asked, `bare` where it
 * only turns back, which is about the last that was allowed; `beside` where it turns back and goes on about something else.
 */
export function takesBack(
  question: string,
  message: string,
): 'about' | 'bare' | 'beside' | undefined {
  const head = message.slice(0, longest);
  const idiom = idiomOf(head);
  const isShort = message.length <= shortest;
  if (idiom === undefined && !isShort) return undefined;
  let found: 'about' | 'bare' | undefined;
  for (const table of replyTables(question, head)) {
    const reading = readAs(head, table, longest);
    const first = reading.signs.find(({ at }) => at === 0);
    const turns =
      first?.kinds.some((one) => turning.includes(one)) === true &&
      !first.kinds.some((one) => agreeing.includes(one));
    if (idiom === undefined && first?.kinds.some((one) => agreeing.includes(one))) continue;
    const forbids = reading.signs.some(({ kinds }) =>
      kinds.some((one) => forbidding.includes(one)),
    );
    if (idiom === undefined && !turns && !forbids) continue;
    const ground = commonGround(readAs(question, table, 600), reading);
    if (ground.topics > 0 || ground.names > 0) return 'about';
    if (turns && isBare(reading)) found = 'bare';
  }
  if (found !== undefined || idiom === undefined) return found;
  return /[\p{L}\p{N}]/u.test(idiom.rest) ? 'beside' : 'bare';
}
