import { once } from '../once.ts';

/** How much a name says of its value: a password can be nearly anything, a key looks made up, and behind a
 * doubtful name only what was made by a machine counts. */
export type NameKind = 'password' | 'token' | 'api-key' | 'secret' | 'maybe';

/** Words of a name after which its value is a password. */
const passwordWords =
  'pass passwd password passphrase passcode passkey passwort kennwort pwd pw psk pin pincode contrasena contrasenya senha parola haslo heslo salasana wachtwoord losenord adgangskode passord sandi mdp motdepasse requirepass masterauth masteruserpassword rootpw bindpw userpw dbpw adminpw ftppw upw mypw passwords passwds pass1 pass2';
/** Ends of words that are written together: `dbpassword`, `keystorepass`. */
const passwordEnds = /(?:passw(?:or)?d|passphrase|passcode|passwort|kennwort|pwd|pass)[0-9]{0,3}$/;
const notPasswords =
  /^(?:by|com|tres|sur|over|under|encom|multi|single|two|one|first|second|last|next|low|high|band|all|render|depth|shadow|main|sub|air|mount|fast|re)pass$/;

const tokenWords =
  'token jwt bearer pat otp totp sas csrf xsrf tok refreshtoken accesstoken cookie cookies sid sessionid sessid';
const secretWords =
  'secret secrets credential credentials cred creds auth basicauth httpauth dsn salt pepper webhook hmac mnemonic seedphrase recoverycode recoverycodes signature sig secretstring keytab wif';
const keyWords = 'apikey apikeys appkey apisecret accesskey secretkey privatekey authkey masterkey';
const tokenEnds = /(?:tokens?|jwt)[0-9]{0,3}$/;
const secretEnds = /(?:secrets?|credentials?|webhook)[0-9]{0,3}$/;
const keyEnds =
  /(?:api|app|access|secret|private|auth|signing|encryption|master|shared|account|license|licence|storage|service|admin|write|read|ingest|integration|subscription|consumer|client|hmac|crypt|encrypt|decrypt|session|cipher|project|publish|deploy|bot|webhook|server|user|function|host|functions|primary|secondary)keys?[0-9]{0,3}$/;

/** Words before `key` with which it is no secret. */
const plainKeys =
  'public pub primary foreign cache sort partition hash row object map query i18n translation lookup group unique composite candidate natural surrogate hot short arrow index dedupe dedup idempotency react list item node column field json yaml dict message event lock state shift ctrl alt meta enter escape tab any search filter config redis s3 data host known registry prop param label tag menu tree route order bucket file dir folder path first last next prev previous parent child root the a get set has on is no by of date sub test aggregate shard routing join entity class struct feature flag setting theme style css locale lang issue ticket jira region country version name id type kind source target entry attribute metric dimension stat counter category sequence schema table db stable custom';

/** Words after which the rest of a name speaks about the secret and is not it. */
const about =
  'id ids uuid name names type types url urls uri uris endpoint endpoints path paths file files filename dir dirs folder ref refs count counts len length lengths size sizes limit limits max min ttl timeout field fields label labels placeholder input inputs hint hints format formats regex pattern algorithm alg version index status state states error errors message messages msg title titles description descriptions desc text prefix suffix header headers style styles store stores manager managers service services handler handlers helper helpers util utils schema schemas method methods mode modes enabled disabled required optional visible visibility position usage budget rotation rotate age scope scopes kind kinds color colour var vars variable selector reset change changed strength rule rules button btn link page form screen view modal dialog icon toggle show hide valid invalid missing wrong incorrect exists matches match mismatch column table query arg args prop props fn func callback factory module guard middleware controller issuer audience audit cost price rate window is has loader reader writer source target map list set array object entry entries record model dto entity response request result event action reducer hook context test tests spec mock fixture suite case doc docs help info tip tooltip note comment warning alert log logs debug trace level order owner user username email account arn region host port domain realm bits bytes digits chars characters history attempt attempts retries retry lock delay interval duration seconds minutes hours days date time at on of for in by to from with digest fingerprint checksum used left total spent saved buffer offset start begin end stop kept line lines row cell image space separator delimiter sep per ratio share';
const aboutStems =
  'expir polic class provider forgot confirm validat check verif count parse generat create update delete param option route stream algo consum estimat percent'.split(
    ' ',
  );

const sets = once(() => {
  const set = (words: string) => new Set(words.split(' '));
  return {
    password: set(passwordWords),
    token: set(tokenWords),
    secret: set(secretWords),
    key: set(keyWords),
    plainKeys: set(plainKeys),
    about: set(about),
  };
});

/** The words of a name in any spelling: `dbPassword`, `DB_PASSWORD`, `db.pass-word`, `DBPassword`. */
export function wordsOf(name: string): string[] {
  return name
    .slice(-100)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** What the value of a name is, told by the name alone; undefined for a name that says nothing. */
export function kindOfName(name: string): NameKind | undefined {
  const known = seen.get(name);
  if (known !== undefined) return known === 'none' ? undefined : known;
  // Names repeat; the bound only keeps a hostile text from filling the memory.
  if (seen.size > 4_000) seen.clear();
  const kind = judge(name);
  seen.set(name, kind ?? 'none');
  return kind;
}

const seen = new Map<string, NameKind | 'none'>();

function judge(name: string): NameKind | undefined {
  const words = wordsOf(name);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at]!;
    const kind = kindOfWord(word, words[at - 1], words.length === 1);
    if (kind !== undefined) return kind;
    if (isAbout(word)) return undefined;
  }
  return undefined;
}

function isAbout(word: string): boolean {
  if (/^tests?$/.test(word)) return false;
  return sets().about.has(word) || aboutStems.some((stem) => word.startsWith(stem));
}

function kindOfWord(
  word: string,
  before: string | undefined,
  alone: boolean,
): NameKind | undefined {
  const { password, token, secret, key } = sets();
  if (password.has(word)) return word === 'pass' && before === 'by' ? undefined : 'password';
  if (passwordEnds.test(word) && !notPasswords.test(word)) return 'password';
  if (word === 'phrase' && (before === 'pass' || before === 'seed' || before === 'recovery'))
    return 'password';
  if (word === 'word' && before === 'pass') return 'password';
  if (token.has(word) || (tokenEnds.test(word) && !word.endsWith('tokens'))) return 'token';
  if (key.has(word) || (keyEnds.test(word) && word !== 'primarykey')) return 'api-key';
  if (/^keys?[0-9]{0,2}$/.test(word)) {
    if (before === undefined) return alone ? 'maybe' : undefined;
    return sets().plainKeys.has(before) ? 'maybe' : 'api-key';
  }
  return secret.has(word) || secretEnds.test(word) ? 'secret' : undefined;
}

/** Syllables of which every name that means something holds one. */
export const nameHints: readonly string[] =
  'pass pwd psk secret token key cred auth cookie jwt bearer dsn salt pepper webhook hmac mnemonic otp signature sessid sessionid senha parola haslo heslo salasana wachtwoord losenord adgangskode kennwort contrasen sandi mdp rootpw bindpw userpw dbpw adminpw ftppw upw mypw _pw -pw .pw pin pat sig sas sid wif recoverycode phrase sandi passord masteruser keytab'.split(
    ' ',
  );
