import { once } from '../once.ts';

/**
 * How a language tells that a word is the password: the verbs that say it, and what else may stand behind them, by whole words and by
 * the endings of adjectives and participles.
 */
interface Telling {
  verbs: string;
  states: string;
  endings?: RegExp;
}

const tellings: readonly Telling[] = [
  {
    verbs: "is,it's,equals",
    states:
      'mine,hers,stale,username,email,tonight,nonsense,overkill,placeholder,reset,set,split,read,shut,spread,overdue,outdated,required,wrong,empty,missing,optional,correct,right,good,fine,okay,weak,strong,long,short,safe,secret,public,private,here,there,below,above,inside,outside,still,always,never,also,only,just,about,being,going,null,undefined,false,true,string,text,plain,plaintext,mandatory,case,used,hash,known,unknown,shown,hidden,written,sent,kept,lost,gone,broken,stale,fresh,valid,invalid,different,identical,same,something,nothing,everything,what,that,this,these,those,where,when,whatever,ready,clear,blank,unset,default,temporary,permanent,simple,complex,random,unique,enough,today,tomorrow,changed,between,under,with,without,from,into,then,than,them,their,your,mine,ours,yours,theirs,very,quite,really,rather,almost,again,already,often,sometimes,bogus,dummy,fake,real,leaked,obvious,trivial,easy,hard,difficult,free,open,closed,dead,down,exact,extra,first,last,next,other,another,three,four,five,seven,eight,latin,ascii,base,part,field,there',
    endings:
      /(?:ed|ing|able|ible|ly|ful|less|ive|ary|ory|ic|ical|ent|ant|ous|ial|ual|tten|oken|osen|own|ish|ward|wards|n't|proof|only|er|est|where|day|self|ness|sense|kill|word|ware|side|time|thing|body|how|ever|ice|er's|ers)$/,
  },
  {
    verbs: 'ist,lautet,lautete,heißt,heisst',
    states:
      'falsch,richtig,leer,pflicht,korrekt,ungültig,gültig,geheim,schwach,stark,lang,kurz,sicher,unsicher,weg,hier,dort,drin,nicht,noch,auch,immer,jetzt,schon,nötig,notwendig,bekannt,unbekannt,egal,anders,gleich,identisch,öffentlich,privat,kaputt,alt,neu,okay,unverändert,optional,zwingend,folgendes,folgende,wieder,eigentlich,wirklich,dabei,einfach,schwer,leicht,sichtbar,nichts,etwas,alles,einzigartig,defekt,fehlerhaft,vorhanden,drüben,wichtig,besser,genug,dasselbe,dieses,dieser,diese,meins,deins',
    endings:
      /gep{Ll}{3,}t$|(?:en|iert|bar|lich|ig|los|haft|isch|hin|her|ends|ell|iv|al|wärts|t|ert|elt|llt|ützt|acht|etzt|ommen|oren)$/,
  },
  {
    verbs: "est,c'est",
    states:
      'faux,vide,correct,incorrect,valide,invalide,secret,faible,fort,long,court,trop,pas,ici,encore,toujours,bon,mauvais,public,nécessaire,unique,identique,différent,simple,facile,difficile,dans,celui,visible,stocké,inconnu,connu,absent,requis,perdu,reçu,écrit,jamais,aussi,déjà,bien,juste,nouveau,ancien,optionnel,facultatif,important,dessous,dessus,comme,sous,même,rien,tout,quoi',
    endings: /(?:é|ée|és|u|ue|ant|ent|able|ible|oire|eux|ique|ement|if|is|it|uit|ert)$/,
  },
  {
    verbs: 'es,é,eh,è,sarà,será',
    states:
      'incorrecta,correcta,falsa,vacía,débil,fuerte,larga,corta,demasiado,muy,aquí,válida,inválida,secreta,necesaria,opcional,segura,insegura,igual,distinta,nueva,vieja,buena,mala,única,simple,siempre,nunca,también,esta,esa,este,aquella,pública,privada,fraca,forte,curta,errada,certa,vazia,longa,nova,velha,boa,muito,aqui,mesma,essa,sempre,opcionais,obrigatória,inválido,secreto,sbagliata,giusta,vuota,debole,corta,lunga,troppo,molto,qui,valida,segreta,necessaria,sicura,nuova,vecchia,buona,unica,semplice,sempre,questa,quella,pubblica,privata,scorretta,corretta,fácil,difícil,facile,difficile,diversa,diferente,obligatoria,obbligatoria,como,para,uma,come,sotto,abajo,abaixo,sotto,outra,otra,altra,nada,niente,tudo,todo,tutto,conocida,conhecida,ancora,ainda,aún,importante,exclusiva,complexa,compleja,complessa,aleatória,aleatoria,casuale,padrão,temporária,temporal,temporanea',
    endings:
      /(?:ad[oa]s?|id[oa]s?|at[oaie]|it[oaie]|ut[oaie]|ável|ível|bile|ble|os[oa]|nte|mente|ári[oa]|óri[oa]|ori[oa]|ic[oa]|iv[oa]|eta|ess[oa]|est[oa]|ett[oa]|rt[oa]|st[oa])$/,
  },
  {
    verbs: 'is,luidt',
    states:
      'verplicht,fout,leeg,juist,correct,ongeldig,geldig,geheim,zwak,sterk,lang,kort,veilig,onveilig,hier,daar,niet,nog,ook,altijd,nodig,bekend,onbekend,anders,hetzelfde,nieuw,oud,goed,verkeerd,optioneel,zichtbaar,kwijt,vereist,onjuist,openbaar,belangrijk,makkelijk,moeilijk,gelijk,uniek,klaar,weer,steeds',
    endings: /^(?:ge|ver|be|ont|her).+|(?:baar|lijk|ig|loos|isch|eerd)$/,
  },
  {
    verbs: 'är,er,lyder',
    states:
      'fel,rätt,tomt,tom,obligatoriskt,svagt,starkt,långt,kort,säkert,hemligt,här,inte,också,alltid,nytt,gammalt,giltigt,ogiltigt,valfritt,samma,olika,feil,riktig,tomt,påkrevd,svakt,sterkt,langt,kort,sikkert,hemmelig,her,ikke,også,alltid,nytt,gammelt,gyldig,ugyldig,valgfritt,forkert,rigtig,rigtigt,tomt,påkrævet,svagt,stærkt,langt,sikkert,hemmeligt,ikke,altid,gammelt,gyldigt,ugyldigt,valgfrit,korrekt,synlig,synligt,unikt,unik,offentlig,privat,borte,væk,borta,kjent,ukjent,kendt,ukendt,känt,okänt,slik,sådan,sådant,dette,detta,denne,viktig,vigtig,vigtigt,viktigt,enkelt,vanskelig,svært,lett,nemt,kjempe,mycket,meget,veldig,altfor,alltför,under,över,over,allerede,redan,fortsatt,stadig,fortfarande,utgått',
    endings:
      /(?:ad|at|et|lig|ligt|iskt|isk|bar|bart|ande|ende|en|ert|løpt|løbet|øpt|øbet|öpt|rt|pt|kt|ede|rat|ött|ått|dd|tt)$/,
  },
  {
    verbs: 'on,kuuluu',
    states:
      'väärä,turha,tarpeeton,väärin,oikein,oikea,tyhjä,pakollinen,heikko,vahva,pitkä,lyhyt,salainen,täällä,aina,myös,uusi,vanha,virheellinen,valinnainen,sama,eri,julkinen,turvallinen,liian,hyvä,huono,hukassa,olemassa,näkyvissä,kunnossa,kadonnut,piilossa,tallessa,voimassa,käytössä,tärkeä,helppo,vaikea,ainutlaatuinen,kelvoton,edelleen,vielä',
    endings: /(?:nen|ssa|ssä|lla|llä|tu|ty|nut|nyt|va|vä|ton|tön|ttu|tty|sti|sta|stä|lta|ltä|mpi)$/,
  },
  {
    verbs: 'to,brzmi,je,zní,это,це,—',
    states:
      'nie,problem,podstawa,sekret,tajemnica,podmínka,tajné,špatné,správné,prázdné,povinné,slabé,silné,dlouhé,krátké,staré,nové,tady,stále,také,stejné,jiné,neplatné,platné,volitelné,pryč,není,jen,velmi,příliš,важно,секрет,плохо,хорошо,обязательно,необязательно,нормально,проблема,строка,поле,просто,всегда,погано,добре,обов’язково,рядок,таємниця,завжди,tylko,zawsze,bardzo,zbyt,łańcuch,pole,řetězec,hash,wszystko,nic,něco,coś,всё,ничего,нечто,щось,нічого,что,то,jak,jako,как,як',
    endings: /(?:ě|né|ný|ná|té|tý|tá|ké|ký|ovan[éya]|ne|ny|na|te|ty|eno|ano|no|ый|ий|ой|ая|ое|ие)$/,
  },
  {
    verbs: 'adalah,là',
    states:
      'wajib,salah,benar,kosong,rahasia,lemah,kuat,panjang,pendek,aman,penting,opsional,string,teks,yang,bắt,sai,đúng,trống,gì,chuỗi,của,quan,một,không,bí,kunci,hal,data,bagian,sesuatu,thông,phần,điều,trường',
    endings: /^(?:di|ter|ber|me).+/,
  },
];

/** Words behind which, in scripts without blanks, a word in Latin letters is the password: the verb, and what ends the sentence. */
const unspaced =
  /^\s{0,2}(?:は|が|是|為|为|는|은|คือ|就是|叫)\s{0,2}([a-z]{5,30})\s{0,2}(?:です|だ|でした|になります|입니다|이에요|예요|이야|야|ครับ|ค่ะ)?\s{0,2}(?:[。．.!！，,、]|$)/u;
const format =
  /^(?:null|undefined|string|true|false|hash|hashed|base|plain|plaintext|required|optional|empty|bcrypt|argon|scrypt|sha|md|text|number|token|secret|password|admin|root|default|utf|ascii|wrong|invalid|valid|none|nil|object|varchar|char|user|email|mail|name|login|phone|date|code|default|dev|prod|local|test|input|post|hidden|type)/;

const table = once(() =>
  tellings.map(({ verbs, states, endings }) => ({
    verbs: new Set(verbs.split(',')),
    states: new Set(states.split(',')),
    endings,
  })),
);

const spaced =
  /^\s{1,2}([\p{L}'\u2019\u2014]{1,10})\s{1,2}(\p{Ll}[\p{Ll}\p{M}]{4,29})(?=\s{0,2}(?:$|[.!,;)](?:\s|$)))/u;

/**
 * A password that is a plain word, where a sentence says that it is the password: "a senha é gatopreto". Only small letters, alone
 * behind a verb and at the end of its clause, and no word that tells what a password is like.
 *
 * @param rest the line behind the word for a password
 * @returns where the word stands in it; undefined where nothing is told
 */
export function plainWordAt(rest: string): { start: number; end: number } | undefined {
  const line = rest.slice(0, 80);
  const run = unspaced.exec(line);
  if (run !== null && !format.test(run[1]!)) {
    const start = run[0].indexOf(run[1]!);
    return { start, end: start + run[1]!.length };
  }
  const said = spaced.exec(line);
  if (said === null) return undefined;
  const verb = said[1]!.replace('\u2019', "'").toLowerCase();
  const word = said[2]!;
  const telling = table().filter(({ verbs }) => verbs.has(verb));
  if (telling.length === 0 || format.test(word)) return undefined;
  if (telling.some(({ states, endings }) => states.has(word) || endings?.test(word) === true))
    return undefined;
  return { start: said[0].length - word.length, end: said[0].length };
}
