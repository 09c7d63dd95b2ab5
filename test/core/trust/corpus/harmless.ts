import type { Generator } from './generate.ts';

/** Lines in which nothing is a secret; `{…}` is filled as in the other parts. */
const templates = String.raw`
commit {x:40}
[main {x:7}] Add token refresh
Merge branch 'fix/token-{d:4}' into main
index {x:7}..{x:7} 100644
{u}
session {u}
/home/dev/.claude/projects/p/{u}.jsonl
"integrity": "sha512-{b:86}=="
"resolved": "x-1.{d:1}.0.tgz#{x:40}"
sha256:{x:64}
sha256-{b:43}=
resolved "https://packages.example.org/a/-/a-1.0.{d:2}.tgz#{x:40}"
checksum = "{x:64}"
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{b:400}
src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0i{b:60}"
toolu_{A:24}
msg_01{A:22}
req_011{A:20}
call_{A:24}
chatcmpl-{A:29}
const token = getToken();
const token = await auth.getToken({ audience });
let password: string;
password: string
password?: string | undefined;
token: string;
apiKey: process.env.API_KEY
apiKey: process.env.API_KEY ?? ''
password = os.environ["DB_PASSWORD"]
password = os.getenv("DB_PASSWORD")
password: $DB_PASSWORD
password: \${DB_PASSWORD}
password: "\${DB_PASSWORD}"
PASSWORD=$PASSWORD
TOKEN=$(cat token.txt)
token: \${{ secrets.GITHUB_TOKEN }}
password: {{ .Values.password }}
api_key: <your-api-key>
api_key: YOUR_API_KEY
token: your-token-here
API_KEY=xxxxxxxxxxxx
PASSWORD=changeme
password: ********
password: "<password>"
secret: "[redacted:secret]"
Authorization: Bearer <token>
Authorization: Bearer \${token}
Authorization: Bearer $TOKEN
curl -u "$USER:$PASS" https://x.y
curl -u user:\$PASSWORD https://x.y
mysql -u root -p shop
docker login --password-stdin -u me
docker run -p 8080:80 nginx
ssh -p 2222 me@host
mkdir -p src/auth/token
cp -p a{d:3}.txt b{d:3}.txt
psql -p 5433 -d shop{d:2}
grep -w token{d:2} src/a.ts
zip -r out{d:4}.zip dir
nmap -p 1-1024 host{d:2}
redis-cli -p 6380 ping
pg_dump -W shop{d:2}
mongosh --port 27017 shop{d:2}
"password": "Password"
"password": "Passwort"
"password.label": "Password"
"password.required": "Please enter your password"
"forgotPassword": "Forgot password?"
"passwordPlaceholder": "Enter password"
"login.password": "Mot de passe"
"auth.token.expired": "Your token has expired"
"newPassword": "New password"
"confirmPassword": "Confirm password"
"passwordTooShort": "Password must be at least {d:1} characters"
t('auth.password.invalid')
i18n.t("errors.token_{d:2}")
<input type="password" name="password" id="password-{d:2}">
<label for="password">Password</label>
<Password value={value} onChange={setPassword} />
.password-field { color: #ff{d:4}; }
.token-{d:3} { margin: 0 }
--token-color-{d:3}: #a{x:5};
class="token keyword-{d:2}"
color: var(--token-{d:3});
max_tokens: {d:4}
max_tokens={d:4}
total_tokens: {d:6}
"input_tokens": {d:5}, "output_tokens": {d:3}
tokens used: {d:5}
passed: {d:2}, failed: 0
pass: {d:2}, fail: {d:1}
Tests: {d:3} passed, {d:1} failed
PASS test/auth/token-{d:3}.test.ts (1.{d:2} s)
ok {d:2} - password reset
src/auth/token-store-{d:2}.ts:{d:3}:12
at getToken (/app/src/token{d:2}.js:{d:3}:5)
tests/test_password_{d:3}.py
import { token } from './token-{d:2}.js';
import passport from 'passport-{a:6}';
key: value{d:2}
"key": "item-{d:3}"
<li key={item.id}>{d:2}</li>
cacheKey: 'user:{d:5}'
primaryKey: 'order_{d:3}_item'
"sortKey": "2024-01-{d:2}#{d:5}"
public_key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b:43} me@host"
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b:120} me@host
keyCode === {d:2}
event.key === 'Enter'
Object.keys(a{d:3})
s3 key: uploads/2024/{d:2}/file-{d:4}.png
key={d:4}&page=2
tokenType: 'access'
token_type: bearer
grant_type=refresh_token
token_url: https://x.example/oauth{d:1}/token
tokenExpiresAt: 17{d:8}
secretName: db-credentials-{d:2}
secretKeyRef: { name: db, key: password }
secret_id: projects/p{d:3}/secrets/s
name: db-password-v{d:1}
existingSecret: postgres-credentials-{d:2}
SECRET_FILE=/run/secrets/db{d:2}
passwordFile: /etc/pw-{d:3}
password_hash_algorithm: argon2id
PASSWORD_MIN_LENGTH={d:2}
password length must be 12-{d:2} chars
the token is refreshed when the session ends
the password is wrong after {d:2} attempts
the password field is red even when the input is valid
the api key is missing in env{d:2}.ts
reset the password of user{d:2}@example.org
the token count is {d:4} per request
the secret of good tests is small inputs
he passed the key to room {d:3}
the key is in line {d:3}
use password hashing with argon2id and sha256
passwords are stored with bcrypt (cost {d:2})
rotate the api key every {d:2} days
key v{d:1}.{d:2}.0 of the config format
auth: true
auth: 'basic'
auth: { user, pass }
authMethod: "oauth{d:1}"
author: dev{d:3}
authority: https://login.example/{u}
Author: Dev <dev{d:2}@example.org>
cookie: string
cookies are kept for {d:2} days
res.cookie('sid', id, opts{d:1})
document.cookie.split(';')[{d:1}]
credentials: 'include'
credentialsProvider: fromEnv{d:1}()
jwt.verify(token, publicKey{d:1})
const jwt = require('jsonwebtoken');
expect(token).toBe(expected{d:2})
if (password !== confirm{d:1}) return
if (!token) throw new Error('no token {d:3}')
return { token, user{d:1} }
function hashPassword(password, rounds = {d:2}) {
def check_password(self, raw{d:1}):
login(password=password, token=access_token)
self.token = token{d:1}
this.apiKey = options.apiKey;
password = input("Password: ")
password = getpass.getpass()
token = secrets.token_hex({d:2})
secret = crypto.randomBytes({d:2}).toString('hex')
const key = \`user:\${id}\`;
const secretKey = Buffer.from(hex{d:1}, 'hex');
token := r.Header.Get("X-Token{d:1}")
type Token struct { ID int{d:2} }
Token::new({d:3})
pub token: Option<String>,
private readonly tokenService: TokenService{d:1},
@Input() password: FormControl{d:1};
SELECT password FROM users WHERE id = {d:4}
ALTER TABLE users ADD COLUMN token varchar({d:3});
GRANT SELECT ON t{d:3} TO app;
CREATE INDEX idx_token_{d:3} ON t (token);
https://example.org/docs/tokens#section-{d:2}
https://github.com/o/r/pull/{d:4}
git@github.com:o/r{d:2}.git
postgres://user:\${PASS}@db:5432/x
postgres://localhost:5432/db{d:2}
redis://cache:6379/{d:1}
http://localhost:{d:4}/login
mailto:dev{d:3}@example.org
version: 1.{d:2}.{d:1}-beta.{d:1}
image: registry.example.org/app:{x:12}
etag: W/"{x:20}"
x-request-id: {x:32}
traceparent: 00-{x:32}-{x:16}-01
cf-ray: {x:16}-FRA
2024-0{d:1}-1{d:1}T10:{d:2}:{d:2}.{d:3}Z INFO token refreshed
[{d:2}:{d:2}:{d:2}] login ok for user {d:4}
Downloading model {A:8}-{d:3}.bin
const re = /token=([^&]+)/g;
password: z.string().min({d:1})
password: yup.string().required()
{ "password": { "type": "string", "minLength": {d:1} } }
"token": null
"token": true
"password": ""
token = ''
PASSWORD=
api_key = None
passwd: x
root:x:0:0:root:/root:/bin/bash
daemon:*:19{d:3}:0:99999:7:::
uses: actions/checkout@{x:40}
FROM node:20@sha256:{x:64}
pnpm-lock: /a/1.{d:1}.0_{x:8}
main.{x:8}.js
chunk-{X:8}.mjs
app-{x:20}.css
_next/static/{w:21}/_buildManifest.js
SHA1: {x:40}
md5sum {x:32}  file{d:2}.iso
GPG key fingerprint {X:40}
ticket-{d:3}-rotate-api-keys
feature/secret-santa-{d:2}
passport-local strategy v{d:1}
npm_config_registry=https://registry.example.org/
npm_package_version=1.{d:2}.0
hf_transfer=1
sk-learn and risk-assessment-{d:3}-of-things
bypass={d:3}
compass: north{d:2}
monkey = banana{d:2}
turkey: roasted{d:1}
keyboard: qwerty{d:1}
`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('\\$', '$').replaceAll('\\`', '`'));

/** Harmless look-alikes, each template filled so many times. */
export function harmless(generator: Generator, times: number): string[] {
  return templates.flatMap((template) =>
    Array.from({ length: /\{[A-Za-z]:?\d*\}/.test(template) ? times : 1 }, () =>
      generator.fill(template),
    ),
  );
}
