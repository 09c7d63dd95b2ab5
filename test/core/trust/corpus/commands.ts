/** Commands, files and lines that hold a secret in the place of `@@`. */
export const places: readonly string[] = String.raw`
curl -u admin:@@ https://api.example.org
curl -uadmin:@@ https://api.example.org
curl -s --user "admin:@@" https://x.y/z
curl --proxy-user me:@@ -x http://proxy:3128 https://x.y
curl -H "Authorization: Bearer @@" https://x.y
curl -H 'X-Api-Key: @@' https://x.y
curl -H "PRIVATE-TOKEN: @@" https://gitlab.example/api
curl --oauth2-bearer @@ https://x.y
curl -b "session=@@" https://x.y
curl -d 'username=me&password=@@' https://x.y/login
curl -d '{"user":"me","password":"@@"}' https://x.y/login
wget --user=me --password=@@ https://x.y/f
wget --http-password @@ https://x.y/f
http -a admin:@@ GET https://x.y
mysql -u root -p@@ shop
mysql -p@@ -e 'select 1'; mysql -p@@ -e 'select 2'
mysqldump -u root --password=@@ shop
mysqladmin -u root -p'@@' ping
mongosh "mongodb://db" -u admin -p @@
mongodump --username me --password @@
mongosh -u admin -p@@ db
redis-cli -h cache -a @@ ping
redis-cli -u redis://default:@@@cache:6379
sqlcmd -S srv -U sa -P @@ -Q "select 1"
sqlcmd -S srv -U sa -P"@@"
bcp db.dbo.t out f -U sa -P @@
PGPASSWORD=@@ psql -h db
psql postgresql://app:@@@db.local:5432/x
psql "host=db user=app password=@@ dbname=x"
sqlplus scott/@@@orcl
ldapsearch -x -D cn=admin -w @@ -b dc=x
ldapmodify -D cn=admin -w @@ -f f.ldif
ldappasswd -s @@ uid=a
zip -P @@ out.zip a b
zip -e -P @@ -r out.zip dir
7z a -p@@ out.7z dir
unrar x -p@@ f.rar
unzip -P @@ out.zip
keytool -genkey -storepass @@ -alias a
keytool -list -keystore k.jks -storepass @@
keytool -importkeystore -srcstorepass @@ -deststorepass @@
jarsigner -keypass @@ app.jar a
htpasswd -b .htpasswd bob @@
htpasswd -cb .htpasswd bob @@
htpasswd -bnBC 10 "" @@
echo @@ | docker login -u me --password-stdin
echo "@@" | docker login ghcr.io -u me --password-stdin
printf '%s' '@@' | podman login --password-stdin quay.io
docker login -u me -p @@ registry.example.org
docker login --username me --password @@
podman login -u me -p=@@ quay.io
helm registry login -u me -p @@ x.y
echo @@ | sudo -S apt update
echo 'root:@@' | chpasswd
echo @@ | passwd --stdin bob
echo @@ | gh auth login --with-token
gh auth login --with-token <<< "@@"
gh secret set API_TOKEN --body @@
sshpass -p @@ ssh me@host
sshpass -p'@@' scp a host:b
openssl enc -aes-256-cbc -k @@ -in a
openssl rsa -in k.pem -passin pass:@@
openssl pkcs12 -export -passout pass:@@ -out a.p12
ssh-keygen -t ed25519 -N "@@" -f id
gpg --batch --passphrase @@ -d f.gpg
ansible-playbook -e "ansible_become_pass=@@" site.yml
az login --service-principal -u app -p @@ --tenant t
az sql server create --admin-password @@
az storage blob list --account-key @@
aws configure set aws_secret_access_key @@
aws secretsmanager create-secret --name x --secret-string @@
npm config set //registry.example.org/:_authToken @@
npm set //r.example/:_authToken=@@
//packages.example.org/:_authToken=@@
//registry.example.org/:_password=@@
_auth=@@
npm login --auth-token=@@
kubectl create secret generic db --from-literal=password=@@
kubectl config set-credentials u --token=@@
oc login --token=@@ https://c
vault login @@
vault login -method=userpass username=me password=@@
vault kv put secret/db password=@@
VAULT_TOKEN=@@ vault read secret/x
consul kv get -token=@@ a
smbclient //srv/share -U bob%@@
smbclient -U 'DOM\bob%@@' //srv/share
mount -t cifs -o username=bob,password=@@ //srv/s /mnt
net use Z: \\srv\share @@ /user:bob
net user bob @@ /add
cmdkey /add:srv /user:bob /pass:@@
xfreerdp /v:srv /u:bob /p:@@
rclone obscure @@
rclone config create r webdav pass=@@
snmpwalk -v3 -u bob -A @@ -X @@ host
snmpget -v2c -c @@ host sysDescr
ipmitool -H h -U admin -P @@ power status
rabbitmqctl add_user bob @@
rabbitmqctl change_password bob @@
lftp -u bob,@@ sftp://h
wpa_passphrase HomeNet @@
nmcli dev wifi connect HomeNet password @@
twine upload -u __token__ -p @@ dist/*
poetry config http-basic.repo bob @@
poetry config pypi-token.pypi @@
composer config http-basic.repo.example bob @@
cargo login @@
ngrok config add-authtoken @@
ngrok authtoken @@
tailscale up --authkey @@
snowsql -a acct -u bob -p @@
clickhouse-client --user default --password @@
cqlsh -u cassandra -p @@
mosquitto_pub -u bob -P @@ -t a -m b
putty -ssh bob@h -pw @@
pscp -pw @@ f bob@h:
wp core install --admin_password=@@
mysql> CREATE USER 'a'@'%' IDENTIFIED BY '@@';
ALTER USER a IDENTIFIED WITH mysql_native_password BY '@@';
CREATE ROLE app WITH LOGIN PASSWORD '@@';
ALTER USER postgres PASSWORD '@@';
ALTER LOGIN sa WITH PASSWORD = '@@';
SET PASSWORD FOR 'a'@'%' = PASSWORD('@@');
GRANT ALL ON x.* TO 'a'@'%' IDENTIFIED BY '@@';
docker run -e MYSQL_ROOT_PASSWORD=@@ -d mysql
git clone https://bob:@@@git.example.org/o/r.git
git remote add o https://oauth2:@@@gitlab.com/o/r.git
git -c http.extraHeader="Authorization: Basic @@" fetch
svn co --username bob --password @@ https://s
sentry-cli --auth-token @@ releases list
terraform apply -var 'db_password=@@'
helm install x ./c --set auth.password=@@
java -Djavax.net.ssl.keyStorePassword=@@ -jar a.jar
mvn deploy -Dgpg.passphrase=@@
gradle publish -PsigningPassword=@@
dotnet nuget push a.nupkg -k @@ -s s
nuget push a.nupkg -ApiKey @@
New-Object PSCredential('a', (ConvertTo-SecureString '@@' -AsPlainText -Force))
ConvertTo-SecureString -String "@@" -AsPlainText -Force
$env:API_TOKEN = "@@"
$password = "@@"
set DB_PASSWORD=@@
setx API_TOKEN @@
set -gx NPM_TOKEN @@
machine x.y login me password @@
machine x.y\nlogin me\npassword @@
{"auths":{"x.y":{"auth":"@@"}}}
db.local:5432:shop:app:@@
*:*:*:app:@@
requirepass @@
masterauth @@
spring.datasource.password=@@
Server=db;Database=x;User Id=sa;Password=@@;Encrypt=true
Endpoint=sb://x/;SharedAccessKeyName=n;SharedAccessKey=@@
DefaultEndpointsProtocol=https;AccountName=a;AccountKey=@@;EndpointSuffix=core.windows.net
jdbc:postgresql://h/db?user=a&password=@@
mongodb+srv://app:@@@cluster0.x.mongodb.net/db
amqp://guest:@@@mq:5672/
redis://:@@@cache:6379
smtp://bob:@@@mail.example.org:587
Authorization: Bearer @@
Authorization: Token @@
authorization: token @@
Proxy-Authorization: Basic @@
X-Auth-Token: @@
X-Vault-Token: @@
Ocp-Apim-Subscription-Key: @@
Cookie: sid=@@; theme=dark
Set-Cookie: session=@@; Path=/; HttpOnly
https://x.blob.core.windows.net/c?sv=2020&sig=@@
https://x.example/cb?access_token=@@&state=1
https://x.example/reset?token=@@
<password>@@</password>
<property name="password" value="@@"/>
<secret>@@</secret>
password = @@
passwd: @@
pwd=@@
pass: @@
Password: @@
**Password:** @@
| password | @@ |
enable secret 5 @@
snmp-server community @@ RO
username bob privilege 15 secret @@
rocommunity @@
psk="@@"
wpa_psk=@@
hostname: h\nusername: me\npassword: @@
auth:\n  username: me\n  password: "@@"
password: |\n  @@
"password\": \"@@\"
{\"password\":\"@@\"}
password=&quot;@@&quot;
password%3D@@
\u0022password\u0022:\u0022@@\u0022
.auth('bob', password='@@')
client.login(username="bob", password="@@")
new Client({ token: '@@' })
os.environ["API_TOKEN"] = "@@"
os.getenv("API_TOKEN", "@@")
config['password'] = '@@'
$_ENV['DB_PASSWORD'] = '@@';
define('AUTH_KEY', '@@');
setPassword("@@")
.password("@@")
#define WIFI_PASSWORD "@@"
char password[] = "@@";
String password = "@@";
val password: String = "@@"
let password: &str = "@@";
password := "@@"
password => '@@'
my $password = '@@';
the password is @@
my password: @@
password for staging is @@
the api key is @@
the token is @@ for now
here is the secret: @@
use the password @@ to log in
log in with bob and the password @@
set the password to @@ please
pass: @@ user: bob
pw is @@
user bob, pass @@
creds: bob / @@
use @@ as the password
@@ is the password for the staging box
passphrase was @@
the PIN code is 4821@@
`
  .trim()
  .split('\n')
  .map((line) => line.replace(/\\n(?=[a-z* ])/g, '\n'));
