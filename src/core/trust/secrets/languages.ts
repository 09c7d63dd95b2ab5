/**
 * How people name a secret, one row a language: the words for a password, phrase or PIN; the words for a key, token or secret;
 * what stands between the word and its value (is, was, now, to); and what stands between a value and the word behind it ("X as
 * the password"). Words stand without their endings where a language has many. Small letters; the first may be a capital.
 */
export interface SecretWords {
  language: string;
  passwords: string;
  keys: string;
  links: string;
  as: string;
}

export const languages: readonly SecretWords[] = [
  {
    language: 'en',
    passwords:
      'password,passwort,passphrase,passcode,passwd,pass,pwd,pin,login,creds,credentials,passkey,pin code,wifi key',
    keys: 'api key,apikey,api-key,access key,secret key,private key,signing key,encryption key,license key,licence key,key,token,secret,secret value,client secret,webhook secret,auth code,otp,recovery code',
    links: "is,was,are,be,to,equals,now,it's,its,becomes,reads,called,remains,still,as",
    as: 'as,is,was,for,be',
  },
  {
    language: 'de',
    passwords:
      'passwort,kennwort,passwörter,passphrase,zugangsdaten,geheimzahl,pin,losung,zugangscode,masterpasswort,codewort,passwords,wlan-schlüssel,wlan-passwort',
    keys: 'schlüssel,api-schlüssel,api-key,zugangsschlüssel,geheimnis,token,zugriffstoken,geheimschlüssel,lizenzschlüssel,key,secret',
    links: 'ist,war,lautet,lautete,sind,auf,wird,heißt,heisst,jetzt,wäre,nun,bleibt',
    as: 'als,ist,für,lautet',
  },
  {
    language: 'fr',
    passwords:
      "mot de passe,mots de passe,mdp,phrase secrète,phrase de passe,code secret,code pin,code d’accès,code d'accès,code,identifiants",
    keys: 'clé,clef,clé api,clé d’api,clé secrète,jeton,token,secret',
    links: "est,c'est,c’est,était,sont,sera,à,en,devient,reste,maintenant,vaut",
    as: "comme,est,en,pour,c’est,c'est",
  },
  {
    language: 'es',
    passwords:
      'contraseña,contrasena,clave,clave de acceso,frase de contraseña,pin,código,passwords,credenciales,palabra clave',
    keys: 'clave api,clave de api,clave secreta,llave,token,secreto,api key',
    links: 'es,era,son,a,será,queda,ahora,por,está',
    as: 'como,es,de,por',
  },
  {
    language: 'pt-BR',
    passwords: 'senha,palavra-passe,palavra passe,pin,código,frase secreta,credenciais,password',
    keys: 'chave,chave de api,chave da api,chave secreta,token,segredo',
    links: 'é,era,são,para,agora,ficou,será,eh,virou,continua',
    as: 'como,é,de,por,eh',
  },
  {
    language: 'it',
    passwords:
      "password,parola d’ordine,parola d'ordine,parola chiave,pin,codice,passphrase,credenziali,frase segreta",
    keys: 'chiave,chiave api,chiave segreta,token,segreto',
    links: "è,era,sono,a,in,ora,adesso,resta,sarà,e’,e'",
    as: 'come,è,di,per',
  },
  {
    language: 'nl',
    passwords: 'wachtwoord,wachtzin,pincode,pin,toegangscode,inloggegevens,ww',
    keys: 'sleutel,api-sleutel,token,geheim,api-key',
    links: 'is,was,wordt,luidt,naar,op,nu,zijn,blijft',
    as: 'als,is,voor',
  },
  {
    language: 'sv',
    passwords: 'lösenord,lösenfras,pinkod,pin-kod,pin,kod,inloggning',
    keys: 'nyckel,api-nyckel,api-nyckeln,nyckeln,token,hemlighet,hemligheten',
    links: 'är,var,till,blir,nu,lyder,heter',
    as: 'som,är,till',
  },
  {
    language: 'nb',
    passwords: 'passord,passfrase,pinkode,pin-kode,pin,kode,innlogging',
    keys: 'nøkkel,api-nøkkel,nøkkelen,token,hemmelighet',
    links: 'er,var,til,blir,nå,lyder,heter',
    as: 'som,er,til',
  },
  {
    language: 'da',
    passwords: 'adgangskode,kodeord,password,adgangssætning,pinkode,pin,kode,login',
    keys: 'nøgle,api-nøgle,nøglen,token,hemmelighed',
    links: 'er,var,til,bliver,nu,lyder,hedder',
    as: 'som,er,til',
  },
  {
    language: 'fi',
    passwords:
      'salasana,tunnuslause,salalause,pin-koodi,pin,tunnusluku,koodi,tunnussana,kirjautumistun',
    keys: 'avain,avaimen,api-avain,avaimeksi,token,salaisuus,tunniste',
    links: 'on,oli,olisi,nyt,kuuluu',
    as: 'on,salasanaksi,salasanana,avaimeksi,käytä',
  },
  {
    language: 'pl',
    passwords: 'hasł,haseł,hasl,kod pin,pin,fraza,kod dostępu,poświadczenia',
    keys: 'klucz,klucz api,token,sekret,tajny klucz',
    links: 'to,jest,był,było,brzmi,na,teraz,będzie',
    as: 'jako,to,jest',
  },
  {
    language: 'cs',
    passwords: 'hesl,přístupov,pin,kód,tajná fráze,přihlašovac',
    keys: 'klíč,api klíč,token,tajemství,tajný klíč',
    links: 'je,bylo,byl,na,teď,nyní,bude,zní',
    as: 'jako,je',
  },
  {
    language: 'ru',
    passwords: 'парол,кодов,секретная фраза,пин,пин-код,пинкод,кодовое слово,пасс',
    keys: 'ключ,токен,секрет,апи-ключ,api-ключ,api ключ',
    links: 'это,был,теперь,на,будет,такой,равен,вот',
    as: 'как,это,в качестве,—',
  },
  {
    language: 'uk',
    passwords: 'парол,кодов,пін,пін-код,секретна фраза,пінкод',
    keys: 'ключ,токен,секрет,api-ключ',
    links: 'це,був,тепер,на,буде,такий,дорівнює,ось',
    as: 'як,це,—',
  },
  {
    language: 'tr',
    passwords: 'şifre,parola,sifre,pin,parolası,geçiş anahtarı',
    keys: 'anahtar,api anahtarı,token,jeton,gizli anahtar,belirteç',
    links: 'şu,artık,şimdi,budur,olarak,ise,şöyle',
    as: 'olarak,dır,dir,şifre',
  },
  {
    language: 'id',
    passwords: 'kata sandi,sandi,password,kata kunci,pin,frasa sandi,passwordnya,paswod',
    keys: 'kunci,kunci api,token,rahasia',
    links: 'adalah,ialah,yaitu,nya,jadi,ke,menjadi,sekarang,itu,pake,pakai',
    as: 'sebagai,adalah,jadi,buat',
  },
  {
    language: 'vi',
    passwords: 'mật khẩu,mat khau,mã pin,cụm mật khẩu,mã,pass',
    keys: 'khóa,khoá,khóa api,token,mã bí mật,bí mật',
    links: 'là,la,thành,bây giờ,giờ,của,được',
    as: 'làm,là,cho',
  },
  {
    language: 'ar',
    passwords:
      'كلمة المرور,كلمة مرور,كلمة السر,كلمة سر,الباسورد,باسورد,الرقم السري,رقم سري,الرمز السري,عبارة المرور,رمز الدخول',
    keys: 'مفتاح,المفتاح,توكن,التوكن,الرمز,السر',
    links: 'هي,هو,كانت,إلى,الى,الآن,صارت,تكون',
    as: 'هي,هو,ك,مثل,لـ',
  },
  {
    language: 'he',
    passwords: 'סיסמה,סיסמא,סיסמת,סיסמאות,קוד סודי,הקוד,קוד גישה,ביטוי סיסמה,הסיסמ',
    keys: 'מפתח,טוקן,סוד,אסימון',
    links: 'היא,הוא,הייתה,היה,ל,עכשיו,זה,זו',
    as: 'בתור,כ,היא,הוא,זו,זה',
  },
  {
    language: 'hi',
    passwords: 'पासवर्ड,कूटशब्द,पिन,पासफ़्रेज़,पासकोड,गुप्त कोड,password,passwd',
    keys: 'कुंजी,चाबी,टोकन,सीक्रेट,api key',
    links: 'है,था,hai,tha,ka,ke liye,ये,यह,yeh,को,ab,अब',
    as: 'है,को,hai,as,के रूप में',
  },
  {
    language: 'th',
    passwords: 'รหัสผ่าน,รหัส,พาสเวิร์ด,พาสเวิด,พิน,วลีรหัสผ่าน',
    keys: 'คีย์,กุญแจ,โทเคน,โทเค็น,ความลับ',
    links: 'คือ,เป็น,ว่า,ตอนนี้,ใช้',
    as: 'เป็น,คือ',
  },
  {
    language: 'ja',
    passwords: 'パスワード,パスフレーズ,暗証番号,合言葉,パスコード,パス,pw,暗証',
    keys: 'キー,鍵,トークン,シークレット,秘密',
    links: 'は,が,を,に,：,です,って',
    as: 'が,を,として,は,に',
  },
  {
    language: 'ko',
    passwords: '비밀번호,비번,암호,패스워드,핀번호,핀 번호,패스프레이즈,접속암호',
    keys: '키,토큰,시크릿,비밀키,열쇠',
    links: '은,는,이,가,를,을,로,으로,지금,입니다',
    as: '이,가,로,으로,를,을,은,는',
  },
  {
    language: 'zh-Hans',
    passwords: '密码,口令,暗号,暗码,通行码,密碼',
    keys: '密钥,秘钥,令牌,密匙,私钥,秘密,token',
    links: '是,为,改成,设为,改为,设成,叫,就是,用,：,现在是',
    as: '是,作为,做,当',
  },
  {
    language: 'zh-Hant',
    passwords: '密碼,口令,通關密語,通行碼,暗號,密码',
    keys: '金鑰,密鑰,權杖,私鑰,秘密,token',
    links: '是,為,改成,設為,改為,設成,叫,就是,用,：,現在是',
    as: '是,作為,做,當',
  },
];
