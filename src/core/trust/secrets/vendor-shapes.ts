/**
 * The shapes of tokens that are known by what they begin with, one a line: the kind (behind a `~` where what follows must
 * look random besides), what it begins with (one or more), and a pattern of what follows. A token is looked for where its beginning stands, so that no shape can be in the list and never be
 * tried. Facts as vendors and public scanners state them; all repetitions are bounded and over one class.
 */
export const vendorShapes = String.raw`
github-token ghp_,gho_,ghu_,ghs_,ghr_ [A-Za-z0-9]{20,255}
github-token github_pat_ [A-Za-z0-9_]{20,255}
gitlab-token glpat-,gldt-,glrt-,glrtr-,glptt-,glcbt-,glft-,glsoat-,glimt-,glagent-,gloas-,glffct-,glwt- [A-Za-z0-9_.-]{16,255}
gitlab-token GR1348941 [A-Za-z0-9_-]{18,40}
anthropic-key sk-ant- [A-Za-z0-9_-]{10,255}
openrouter-key sk-or- [A-Za-z0-9_-]{10,255}
~openai-key sk-proj-,sk-svcacct-,sk-admin-,sk-None-,sess- [A-Za-z0-9_-]{20,255}
api-key sk- (?:lf-|litellm-|lc-|cp-|pc-|kimi-|api-|aip-)?[A-Za-z0-9]{16,255}(?:-[A-Za-z0-9-]{4,64})?(?![A-Za-z0-9])
api-key pk-lf- [A-Za-z0-9-]{30,40}
aws-key-id AKIA,ASIA,ABIA,ACCA,AROA,AIDA [A-Z0-9]{16}(?![A-Za-z0-9])
aws-key-id A3T [A-Z0-9]{17}(?![A-Za-z0-9])
aws-key ABSK [A-Za-z0-9+/]{80,280}={0,2}
aws-key bedrock-api-key- [A-Za-z0-9+/=_-]{20,4096}
aws-token amzn.mws. [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
aws-token amzn1.oa2-cs.v1. [0-9a-f]{32,64}
aws-token IQoJb3JpZ2lu,FwoGZXIvYXdz,FQoGZXIvYXdz [A-Za-z0-9+/=%]{40,4096}
slack-token xoxa-,xoxb-,xoxc-,xoxd-,xoxe-,xoxe.xoxb-,xoxe.xoxp-,xoxo-,xoxp-,xoxr-,xoxs-,xapp- [A-Za-z0-9%/+=-]{10,512}
google-key AIza [A-Za-z0-9_-]{30,80}
google-token ya29. [A-Za-z0-9_-]{16,2048}
google-token 1//0 [A-Za-z0-9_-]{28,255}
google-secret GOCSPX- [A-Za-z0-9_-]{24,40}
google-token GOOG1E,GOOG [A-Z0-9]{10,61}(?![A-Za-z0-9])
firebase-key AAAA [A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,200}
npm-token npm_ [A-Za-z0-9]{30,255}
pypi-token pypi- [A-Za-z0-9_-]{40,1024}
rubygems-key rubygems_ [a-f0-9]{40,64}
~nuget-key oy2 [a-z0-9]{43}(?![A-Za-z0-9])
~crates-token cio [A-Za-z0-9]{32}(?![A-Za-z0-9])
clojars-token CLOJARS_ [A-Za-z0-9]{50,70}
jsr-token jsrp_,jsrd_ [A-Za-z0-9]{20,80}
hex-token hexpm_ [A-Za-z0-9]{20,80}
huggingface-token hf_ [A-Za-z0-9]{28,255}
~huggingface-token api_org_ [A-Za-z]{28,60}
stripe-key sk_live_,sk_test_,sk_prod_,rk_live_,rk_test_,rk_prod_,sk_org_ [A-Za-z0-9_]{10,255}
stripe-key whsec_ [A-Za-z0-9+/=]{20,255}
sendgrid-key SG. [A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}
sendinblue-key xkeysib-,xsmtpsib- [a-f0-9]{40,80}-[A-Za-z0-9]{10,20}
mailgun-key key- [a-f0-9]{32}(?![A-Za-z0-9])
mailgun-key pubkey- [a-f0-9]{32}(?![A-Za-z0-9])
~resend-key re_ [A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,40}
~postmark-key pmk_ [A-Za-z0-9]{20,80}
~loops-key loops_ [a-f0-9]{32}
mailersend-key mlsn. [a-f0-9]{60,70}
shopify-token shpat_,shpca_,shppa_,shpss_,shprt_,shpua_,shptka_ [A-Fa-f0-9]{32,64}
digitalocean-token dop_v1_,doo_v1_,dor_v1_ [a-f0-9]{40,80}
~digitalocean-key DO00 [A-Z0-9]{16}(?![A-Za-z0-9])
docker-token dckr_pat_,dckr_oat_ [A-Za-z0-9_-]{20,255}
vault-token hvs.,hvb.,hvr. [A-Za-z0-9_-]{20,255}
~vault-token s. [A-Za-z0-9]{24}(?![A-Za-z0-9(]|\.[A-Za-z0-9_(])
vault-token b.AAAAA [A-Za-z0-9_-]{60,255}
linear-key lin_api_,lin_oauth_,lin_wh_ [A-Za-z0-9]{20,255}
doppler-token dp.pt.,dp.st.,dp.ct.,dp.sa.,dp.said.,dp.scim.,dp.audit. [A-Za-z0-9_.-]{20,255}
discord-token MT,Mj,Mz,ND,NT,Nj,Nz,OD,OT [A-Za-z0-9_-]{21,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}
databricks-token dapi,dkea,dose,dsap [a-f0-9]{32}(?![A-Za-z0-9])(?:-\d)?
groq-key gsk_ [A-Za-z0-9]{20,255}
xai-key xai- [A-Za-z0-9]{20,255}
perplexity-key pplx- [A-Za-z0-9]{32,80}
nvidia-key nvapi- [A-Za-z0-9_-]{40,100}
cerebras-key csk- [a-z0-9]{30,80}
~fireworks-key fw_ [A-Za-z0-9]{20,40}(?![A-Za-z0-9])
together-key tgp_v1_ [A-Za-z0-9_-]{30,80}
~voyage-key pa- [A-Za-z0-9_-]{40,60}(?![A-Za-z0-9])
~elevenlabs-key sk_ [a-f0-9]{40,64}(?![A-Za-z0-9])
langsmith-key lsv2_pt_,lsv2_sk_,ls__ [a-f0-9]{20,40}(?:_[a-f0-9]{6,12})?
replicate-token r8_ [A-Za-z0-9]{20,255}
~tavily-key tvly- [A-Za-z0-9_-]{20,80}
~exa-key fc- [a-f0-9]{32}(?![A-Za-z0-9])
pinecone-key pcsk_ [A-Za-z0-9_]{40,100}
weights-key wandb_v1_ [A-Za-z0-9_]{40,100}
jina-key jina_ [A-Za-z0-9_-]{40,80}
runpod-key rpa_ [A-Za-z0-9]{30,60}
~modal-token ak-,as- [A-Za-z0-9]{22}(?![A-Za-z0-9-])
supabase-token sbp_,sb_secret_,sbs_ [A-Za-z0-9_-]{20,255}
figma-token figd_,figo_,figu_,figoh_,figor_ [A-Za-z0-9_-]{20,255}
notion-token ntn_ [A-Za-z0-9]{20,255}
~notion-token secret_ [A-Za-z0-9]{40,64}(?![A-Za-z0-9])
atlassian-token ATATT3,ATCTT3,ATSTT3 [A-Za-z0-9_=-]{20,512}
atlassian-token ATBB,ATOA [A-Za-z0-9_=-]{24,60}(?![A-Za-z0-9])
fly-token fm1_,fm2_,fm1a_,fm1r_ [A-Za-z0-9+/=_-]{20,2048}
fly-token fo1_ [A-Za-z0-9_-]{30,60}
twilio-key SK,AC [a-f0-9]{32}(?![A-Za-z0-9])
age-key AGE-SECRET-KEY-1 [A-Z0-9]{20,100}
jwt eyJ [A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}(?:\.[A-Za-z0-9_-]{0,4096}){0,3}
jwt ZXlK [A-Za-z0-9_+/-]{40,8192}={0,2}
1password-key A3- [A-Z0-9]{6}-[A-Z0-9]{5,11}-[A-Z0-9]{5,6}-[A-Z0-9]{5}(?:-[A-Z0-9]{5}){0,2}
1password-token ops_eyJ [A-Za-z0-9+/=_-]{100,2048}
adobe-secret p8e- [A-Za-z0-9_-]{32}
~airtable-token pat [A-Za-z0-9]{14}\.[a-f0-9]{64}
alibaba-key-id LTAI [A-Za-z0-9]{12,24}(?![A-Za-z0-9])
tencent-key-id AKID [A-Za-z0-9]{32}(?![A-Za-z0-9])
artifactory-key AKCp [A-Za-z0-9]{50,90}
artifactory-token cmVmd [A-Za-z0-9]{59}(?![A-Za-z0-9])
asana-token 1/,2/ [0-9]{13,17}(?:/[0-9]{13,17})?:[a-f0-9]{32}(?![A-Za-z0-9])
authress-key sc_,ext_,scauth_,authress_ [a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}
~beamer-token b_ [A-Za-z0-9=_-]{44}(?![A-Za-z0-9])
buildkite-token bkua_,bkat_,bkaj_,bkct_ [a-z0-9]{40,80}
circleci-token CCIPAT_,CCIPRJ_ [A-Za-z0-9]{8,40}_[a-f0-9]{30,64}
clerk-key ak_live_ [A-Za-z0-9]{20,80}
clickhouse-key 4b1d [A-Za-z0-9]{38}(?![A-Za-z0-9])
cloudflare-key v1.0- [a-f0-9]{24}-[a-f0-9]{100,170}
cloudflare-token cfut_,cfat_,cfk_ [A-Za-z0-9_-]{30,80}
cloudinary-url cloudinary:// [0-9]{10,20}:[A-Za-z0-9_-]{20,40}(?=@)
contentful-token CFPAT- [A-Za-z0-9_-]{40,60}
convex-key prod:,dev:,preview: [a-z]+-[a-z]+-[0-9]+\|[A-Za-z0-9+/=]{30,300}
coinbase-key organizations/ [0-9a-f-]{36}/apiKeys/[0-9a-f-]{36}
datadog-token ddpat_,ddapp_,dda_ [A-Za-z0-9_]{20,80}
defined-key dnkey- [A-Za-z0-9=_-]{20,40}-[A-Za-z0-9=_-]{40,60}
deno-token ddp_,ddo_,dds_ [A-Za-z0-9]{30,60}
discord-webhook discord.com/api/webhooks/,discordapp.com/api/webhooks/ [0-9]{6,25}/[A-Za-z0-9_-]{20,255}
dropbox-token sl. (?:u\.|b\.)?[A-Za-z0-9=_-]{40,2048}
duffel-token duffel_live_,duffel_test_ [A-Za-z0-9_=-]{30,60}
dynatrace-token dt0c01.,dt0s01.,dt0s02.,dt0s16. [A-Za-z0-9]{8,24}\.[A-Za-z0-9]{40,64}
easypost-key EZAK,EZTK [A-Za-z0-9]{54}(?![A-Za-z0-9])
endorlabs-key endr+ [A-Za-z0-9-]{16}
expo-token expo_ [A-Za-z0-9_-]{30,60}
facebook-token EAAM,EAAC,EAAG,EAAD,EAAB,EAAI,EAAJ,EAAT [A-Za-z0-9]{60,512}
~flagsmith-key ser. [A-Za-z0-9]{20,40}
flutterwave-key FLWSECK-,FLWSECK_TEST-,FLWPUBK-,FLWPUBK_TEST- [A-Za-z0-9]{12,40}(?:-X)?
frameio-token fio-u- [A-Za-z0-9_=-]{40,70}
~gocardless-token live_,sandbox_ [A-Za-z0-9_=-]{40}(?![A-Za-z0-9])
grafana-token glc_ [A-Za-z0-9+/=]{32,400}
grafana-token glsa_ [A-Za-z0-9]{32}_[A-Fa-f0-9]{8}
grafana-key eyJrIjoi [A-Za-z0-9+/=_-]{40,400}
~harness-token pat.,sat. [A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}
heroku-key HRKU-,HRKU-AA [A-Za-z0-9_-]{30,70}
hubspot-token pat-na1-,pat-eu1-,pat-na2-,pat-ap1- [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
infracost-key ico- [A-Za-z0-9]{32}
~infisical-token st. [a-f0-9]{20,36}\.[a-f0-9]{20,64}\.[a-f0-9]{20,64}
intra42-secret s-s4t2ud-,s-s4t2af- [a-f0-9]{64}
kubernetes-token k8s-aws-v1. [A-Za-z0-9_=-]{40,4096}
launchdarkly-key sdk-,mob-,api- [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
lichess-token lip_ [A-Za-z0-9]{20}
~lob-key live_,test_ [a-f0-9]{35}(?![A-Za-z0-9])
lob-key live_pub_,test_pub_ [a-f0-9]{31}(?![A-Za-z0-9])
mapbox-token sk.eyJ,pk.eyJ,tk.eyJ [A-Za-z0-9_-]{20,255}\.[A-Za-z0-9_-]{16,60}
mapbox-token pk. [A-Za-z0-9]{60}\.[A-Za-z0-9]{22}
mergify-key mka_ [A-Za-z0-9_-]{20,80}
microsoft-webhook webhook.office.com/webhookb2/ [A-Za-z0-9@/-]{60,300}
~mollie-key live_,test_,access_ [A-Za-z0-9]{30}(?![A-Za-z0-9])
mongodb-key mdb_sa_sk_ [A-Za-z0-9_-]{30,60}
~neon-key napi_ [A-Za-z0-9]{40,80}
netlify-token nfp_,nfc_,nfo_,nfb_,nfu_ [A-Za-z0-9]{30,60}
newrelic-key NRAK-,NRII-,NRJS-,NRRA-,NRIQ-,NRSP-,NRAL- [A-Za-z0-9-]{19,60}
nightfall-key NF- [A-Za-z0-9]{32}
~ngrok-key ak_,cr_ [A-Za-z0-9]{27}(?![A-Za-z0-9])
octopus-key API- [A-Z0-9]{26}(?![A-Za-z0-9])
onfido-token api_live.,api_sandbox.,api_live_us.,api_live_ca. [A-Za-z0-9_.-]{20,80}
openshift-token sha256~ [A-Za-z0-9_-]{40,60}
particle-key phc_,phx_,phs_ [A-Za-z0-9]{40,60}
paypal-token access_token$production$,access_token$sandbox$ [a-z0-9]{16}\$[a-f0-9]{32}
paystack-key sk_live_,sk_test_ [a-f0-9]{40}
persona-key persona_production_,persona_sandbox_ [A-Za-z0-9-]{20,60}
plaid-token access-sandbox-,access-development-,access-production- [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
planetscale-token pscale_tkn_,pscale_oauth_,pscale_pw_,pscale_app_ [A-Za-z0-9_=.-]{32,64}
polar-token polar_pat_,polar_oat_,polar_at_o_,polar_whs_ [A-Za-z0-9]{20,80}
postman-key PMAK- [a-f0-9]{24}-[a-f0-9]{34}
postman-key PMAT- [A-Z0-9]{26}
prefect-key pnu_,pnb_ [A-Za-z0-9]{36}
pulumi-token pul- [a-f0-9]{40}
ramp-token ramp_id_,ramp_sec_ [A-Za-z0-9]{20,80}
razorpay-key rzp_live_,rzp_test_ [A-Za-z0-9]{14,40}
readme-key rdme_ [a-z0-9]{60,80}
~render-key rnd_ [A-Za-z0-9]{28,60}
retool-key retool_ [A-Za-z0-9]{20,80}
rootly-key rootly_ [a-f0-9]{64}
salesforce-token 00D [A-Za-z0-9]{12,15}![A-Za-z0-9_.]{60,120}
salesforce-token 5Aep861 [A-Za-z0-9._]{60,120}
~saucelabs-key scw_ [A-Za-z0-9-]{30,60}
~scaleway-key SCW [A-Z0-9]{17}(?![A-Za-z0-9])
scalingo-token tk-us- [A-Za-z0-9_-]{40,60}
~semgrep-token sgp_,sgp_local_,sgd_ [A-Fa-f0-9]{16}_[A-Fa-f0-9]{40}
sentry-token sntrys_ [A-Za-z0-9+/=_-]{40,600}
sentry-token sntryu_,sntrya_,sntryi_ [a-f0-9]{64}
settlemint-token sm_aat_,sm_pat_,sm_sat_ [A-Za-z0-9]{16}
shippo-token shippo_live_,shippo_test_ [A-Fa-f0-9]{40}
slack-webhook hooks.slack.com/services/,hooks.slack.com/workflows/,hooks.slack.com/triggers/ [A-Za-z0-9_/+-]{12,255}
sonar-token squ_,sqp_,sqa_,sqb_ [a-f0-9]{40}
sourcegraph-token sgp_,slk_,sgw_,sgs_ [A-Fa-f0-9]{40,64}
square-token sq0atp-,sq0csp-,sq0idp-,sq0rtp-,sandbox-sq0csb- [A-Za-z0-9_-]{20,80}
square-token EAAA [A-Za-z0-9_-]{50,70}(?![A-Za-z0-9])
~stytch-key secret-live-,secret-test- [A-Za-z0-9_=-]{30,60}
tailscale-key tskey-auth-,tskey-api-,tskey-client-,tskey-scim-,tskey-webhook-,tskey- [A-Za-z0-9-]{16,100}
thunderstore-token tss_ [A-Za-z0-9]{20,80}
tines-key tfp_ [A-Za-z0-9_-]{40,70}
trigger-key tr_dev_,tr_prod_,tr_pat_,tr_stg_,tr_preview_ [A-Za-z0-9]{16,60}
~twitter-token AAAAAAAAAAAAAAAAAAAAA [A-Za-z0-9%]{60,120}
typeform-token tfp_ [A-Za-z0-9_.=-]{40,70}
ubidots-token BBFF- [A-Za-z0-9]{28,60}
uploadthing-key sk_live_ [a-f0-9]{64}
upstash-token upstash_ [A-Za-z0-9_-]{30,80}
val-token vtwn_ [A-Za-z0-9]{20,60}
vercel-token vercel_blob_rw_ [A-Za-z0-9_]{30,80}
vercel-token vcp_,vck_,vci_,vca_,vcr_ [A-Za-z0-9]{40,80}
volcengine-key AKLT [A-Za-z0-9]{40,80}
wakatime-key waka_ [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
webflow-token ws- [a-f0-9]{60,70}
~wiz-token wiz_ [A-Za-z0-9]{30,80}
~workos-key sk_ [A-Za-z0-9]{60,120}
yandex-key AQVN [A-Za-z0-9_-]{35,45}
yandex-token t1. [A-Z0-9a-z_-]{16,255}={0,2}\.[A-Z0-9a-z_-]{86}={0,2}
yandex-token y0_,y1_,y2_,y3_ [A-Za-z0-9_-]{30,100}
~yandex-key YC [A-Za-z0-9_-]{38}(?![A-Za-z0-9_-])
zapier-webhook hooks.zapier.com/hooks/catch/ [A-Za-z0-9/]{10,60}
zuplo-key zpka_ [A-Za-z0-9]{32}_[a-f0-9]{8}
bitcoin-key xprv [A-Za-z0-9]{100,112}(?![A-Za-z0-9])
password-hash $2a$,$2b$,$2x$,$2y$ [0-9]{2}\$[./A-Za-z0-9]{53}
password-hash $1$,$apr1$,$5$,$6$,$y$,$gy$,$7$ [./A-Za-z0-9$=,-]{16,255}
password-hash $argon2id$,$argon2i$,$argon2d$,$scrypt$,$pbkdf2-sha256$,$pbkdf2-sha512$,$pbkdf2$ [./A-Za-z0-9$=,+-]{20,512}
password-hash pbkdf2_sha256$,pbkdf2_sha1$ [0-9]{3,8}\$[A-Za-z0-9]{4,64}\$[A-Za-z0-9+/=]{20,128}
password-hash {SSHA},{SSHA256},{SSHA512},{SHA},{SMD5},{CRYPT} [A-Za-z0-9+/=$.]{16,255}
`;

/** Tokens that are known by what stands in their midst: what may stand before it, the midst, and what follows. */
export const midShapes = String.raw`
telegram-token [0-9]{8,12} :AA [A-Za-z0-9_-]{30,40}(?![A-Za-z0-9_-])
terraform-token [A-Za-z0-9]{14} .atlasv1. [A-Za-z0-9_=-]{40,90}
maxmind-key [A-Za-z0-9]{6}_[A-Za-z0-9]{29} _mmk (?![A-Za-z0-9])
azure-secret [A-Za-z0-9_~.]{3}[0-9] Q~ [A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])
azure-key [A-Za-z0-9+/]{42,76} AzFu [A-Za-z0-9+/]{4,8}={0,2}
azure-key [A-Za-z0-9+/]{76} +ASt [A-Za-z0-9+/]{4,8}={0,2}
azure-key [A-Za-z0-9+/]{33} +ACDb [A-Za-z0-9+/]{5,8}=
azure-key [A-Za-z0-9+/]{33} +ARm [A-Za-z0-9+/]{6,8}=
azure-key [A-Za-z0-9+/]{33} AIoT [A-Za-z0-9+/]{5,8}=
azure-key [A-Za-z0-9]{52} JQQJ99 [A-Za-z0-9]{20,30}
azure-key [A-Za-z0-9]{52} AzSe [A-Za-z0-9]{6}(?![A-Za-z0-9])
azure-token [a-z0-9]{48,52} AZDO [A-Za-z0-9]{4}(?![A-Za-z0-9])
mailchimp-key [a-f0-9]{32} -us [0-9]{1,2}(?![A-Za-z0-9])
rapidapi-key [a-f0-9]{10} msh [a-f0-9]{15}p1[a-f0-9]{5}jsn[a-f0-9]{12}
cloudant-key [a-f0-9]{24} :cld [a-f0-9]{16,40}
heap-dsn [a-f0-9]{32} @o [0-9]{3,20}\.ingest\.
algolia-key [A-Za-z0-9+/]{20,200} dmFsaWRVbnRpbD [A-Za-z0-9+/=]{6,60}
`;
