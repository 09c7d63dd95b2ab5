/**
 * Programs that take a secret on their command line, one a line: their names, and the ways. `-p` takes the next word or what is
 * attached; `-p+` only what is attached; `-p.` only the next word; `-u:` a `user:password`, `-U%` a `user%password`, `/user^`; `@2` is the second plain word,
 * `@-1` the last; `w` before a way: only where the command has that word as well. Options that say it themselves
 * (`--password X`) need no line here.
 */
export const programs = `
curl -u: --user: --proxy-user: -U: --pass --proxy-pass --oauth2-bearer --key-passphrase -E:
wget --password --http-password --ftp-password --proxy-password
http,https,xh,xhs -a: --auth:
mysql,mysqldump,mysqladmin,mariadb,mariadb-dump,mysqlimport,mysqlshow,mysqlsh,mycli,mysqlcheck,mariadb-admin -p+ --password
mongosh,mongo,mongodump,mongorestore,mongoexport,mongoimport,mongostat -p --password
redis-cli,valkey-cli,keydb-cli,redis-benchmark -a --pass
sqlcmd,bcp,osql,isql -P
psql,pg_dump,pg_restore,createdb -W+
sqlplus,rman,expdp,impdp @1/
ldapsearch,ldapmodify,ldapadd,ldapdelete,ldappasswd,ldapwhoami,ldapcompare -w. -s. -a.
zip,zipcloak,unzip,7z,7za,7zr,rar,unrar -P -p+ -hp+ --password
keytool,jarsigner,apksigner,keychain -storepass -keypass -srcstorepass -deststorepass -new -storepasswd --ks-pass --key-pass
htpasswd @b-1
openssl -passin pass: -passout pass: -pass pass: -k. -K. -passwd pass: -password pass:
gpg,gpg2 --passphrase
sshpass -p
ssh-keygen -N -P
smbclient,rpcclient,smbmap,smbget,crackmapexec,nxc,net -U% -p. --password
docker,podman,nerdctl,buildah,skopeo,crane,oras,helm,az,oc,cf,npm,kubectl,argocd,faas-cli,vercel,heroku,ibmcloud,regctl,ctr,cosign,gcloud,jfrog,jf,quay,img login-p login-u: login--password login-t.
skopeo --creds: --src-creds: --dest-creds:
nuget -password -ApiKey push@2
dotnet nuget-k nuget--api-key
aws set@4
gh,glab secret--body secret-b. auth-t.
vault login@2 unseal@2
consul,nomad -token
snmpwalk,snmpget,snmpset,snmpbulkwalk,snmptable,snmptrap,snmpgetnext,snmpstatus -c. -A. -X. -a!
ipmitool,ipmi-sensors -P
rclone obscure@2
xfreerdp,xfreerdp3,rdesktop,wlfreerdp -p. /p
net use!pass user!pass
runas,psexec,winexe,wmic -p. /password
cmdkey /pass
schtasks /rp /p.
certutil -p
vncpasswd,vncviewer @f1
wpa_passphrase @2
nmcli password@n
iwconfig key@n
wpa_cli psk@n
cryptsetup --key
restic,borg,duplicity --passphrase
ansible-vault --vault-password
chpasswd,passwd --stdin
ftp,lftp,ncftp,sftp,ncftpput,ncftpget -u, -p.
telnet -l.
svn,hg --password
cadaver,davfs2 -p.
twine upload-p upload--password
pip,poetry,uv http-basic@-1 pypi-token@-1 publish-p --password --token
composer http-basic@-1 github-oauth.github.com@-1
gem,cargo,flyctl,fly,railway,netlify,doppler,sentry-cli,ngrok,tailscale,wrangler,supabase,gitlab-runner,sonar-scanner,snyk,codecov,heroku,pulumi,terraform,stripe --auth-key --authkey login@2 add-authtoken@-1 authtoken@-1 auth@2 --auth --token --registration-token -t.
snowsql,clickhouse-client,clickhouse,influx,cqlsh,cassandra-cli,arangosh,neo4j-admin,cypher-shell,couchbase-cli,rabbitmqadmin,impala-shell,beeline,trino,presto,exasol,mclient,dsn -p. --password
rabbitmqctl add_user@-1 change_password@-1
createuser,adduser,useradd,usermod -p.
expect,spawn -password
hydra,medusa,ncrack -p.
evil-winrm,impacket-psexec,secretsdump.py,psexec.py,wmiexec.py -p. @1:
mosquitto_pub,mosquitto_sub,mqtt -P --pw
kafkacat,kcat
swaks -ap --auth-password
sendemail,mailx,msmtp,mutt -xp
pscp,psftp,plink,putty -pw
wp --user_pass --admin_password --dbpass --dbpassword
occ,drush,artisan,magento --password --account-pass --db-pass --admin-password
kinit,kpasswd,kadmin,ktutil -w. -p!
mkpasswd @1
luksformat,veracrypt -p. --password
pdftk user_pw@n owner_pw@n input_pw@n
qpdf --password --encrypt
ipsec,openvpn,openconnect --passwd --password
`;
