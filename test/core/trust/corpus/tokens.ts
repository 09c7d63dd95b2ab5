/** Tokens that are known by themselves: a name for the shape, and a template. Facts of prefix, alphabet and length. */
export const tokens = `
github-classic ghp_{A:36}
github-oauth gho_{A:36}
github-user ghu_{A:36}
github-server ghs_{A:36}
github-refresh ghr_{A:36}
github-fine github_pat_{A:22}_{A:59}
gitlab-pat glpat-{w:20}
gitlab-routable glpat-{w:27}.{a:2}.{a:9}
gitlab-deploy gldt-{w:20}
gitlab-runner glrt-{w:20}
gitlab-trigger glptt-{x:40}
gitlab-feed glft-{w:20}
gitlab-scim glsoat-{w:20}
gitlab-cbt glcbt-{a:5}_{w:20}
gitlab-imt glimt-{w:25}
gitlab-agent glagent-{w:50}
gitlab-oauth gloas-{x:64}
gitlab-registration GR1348941{w:20}
anthropic-api sk-ant-api03-{w:93}AA
anthropic-admin sk-ant-admin01-{w:93}AA
anthropic-oat sk-ant-oat01-{w:86}
openai-project sk-proj-{w:74}T3BlbkFJ{w:74}
openai-svc sk-svcacct-{w:58}T3BlbkFJ{w:58}
openai-admin sk-admin-{w:58}T3BlbkFJ{w:58}
openai-old sk-{A:20}T3BlbkFJ{A:20}
openrouter sk-or-v1-{x:64}
deepseek sk-{x:32}
aws-akia AKIA{X:16}
aws-asia ASIA{X:16}
aws-abia ABIA{X:16}
aws-acca ACCA{X:16}
aws-bedrock ABSK{b:109}=
aws-mws amzn.mws.{u}
aws-session IQoJb3JpZ2lu{b:300}
azure-ad abc8Q~{A:34}
azure-storage {A:40}{A:36}+ASt{b:4}==
azure-devops {a:52}AZDO{A:4}
azure-openai {A:52}JQQJ99{A:24}
google-api AIza{w:35}
google-oauth ya29.{w:120}
google-refresh 1//0{w:40}
google-client GOCSPX-{w:28}
google-hmac GOOG1E{X:57}
fcm AAAA{A:7}:APA91b{w:134}
slack-bot xoxb-{d:12}-{d:13}-{A:24}
slack-user xoxp-{d:12}-{d:12}-{d:13}-{x:32}
slack-app xapp-1-A{X:10}-{d:13}-{x:64}
slack-config xoxe.xoxp-1-{A:163}
slack-refresh xoxe-1-{A:146}
slack-cookie xoxd-{A:60}%2B{A:40}
slack-legacy xoxa-2-{A:40}
slack-webhook https://hooks.slack.com/services/T{X:8}/B{X:8}/{A:24}
slack-workflow https://hooks.slack.com/workflows/T{X:8}/A{X:8}/{d:18}/{A:24}
discord-bot MT{A:24}.{w:6}.{w:38}
discord-hook https://discord.com/api/webhooks/{d:18}/{w:68}
telegram {d:10}:AA{w:33}
npm npm_{A:36}
pypi pypi-AgEIcHlwaS5vcmc{w:80}
rubygems rubygems_{x:48}
nuget oy2{a:43}
crates cio{A:32}
clojars CLOJARS_{a:60}
huggingface hf_{A:34}
stripe-live sk_live_{A:24}
stripe-test sk_test_{A:99}
stripe-restricted rk_live_{A:24}
stripe-hook whsec_{A:32}
sendgrid SG.{w:22}.{w:43}
sendinblue xkeysib-{x:64}-{A:16}
mailgun key-{x:32}
mailchimp {x:32}-us14
mailersend mlsn.{x:64}
resend re_{A:8}_{A:24}
shopify-admin shpat_{x:32}
shopify-custom shpca_{x:32}
shopify-private shppa_{x:32}
shopify-shared shpss_{x:32}
digitalocean-pat dop_v1_{x:64}
digitalocean-oauth doo_v1_{x:64}
digitalocean-refresh dor_v1_{x:64}
docker-pat dckr_pat_{w:27}
docker-oat dckr_oat_{w:32}
vault-service hvs.{w:90}
vault-batch hvb.{w:138}
vault-old s.{A:24}
terraform {A:14}.atlasv1.{w:67}
linear-api lin_api_{A:40}
linear-oauth lin_oauth_{A:40}
doppler-personal dp.pt.{A:43}
doppler-service dp.st.dev.{A:43}
databricks dapi{x:32}
groq gsk_{A:52}
xai xai-{A:80}
perplexity pplx-{A:48}
nvidia nvapi-{w:64}
cerebras csk-{a:48}
fireworks fw_{A:24}
together tgp_v1_{w:43}
voyage pa-{w:43}
elevenlabs sk_{x:48}
langsmith lsv2_pt_{x:32}_{x:10}
replicate r8_{A:37}
tavily tvly-{A:32}
firecrawl fc-{x:32}
pinecone pcsk_{A:6}_{A:60}
jina jina_{A:44}
supabase-pat sbp_{x:40}
supabase-secret sb_secret_{w:31}
figma figd_{w:40}
notion ntn_{d:11}{A:35}
notion-old secret_{A:43}
atlassian ATATT3xFfGF0{w:180}
bitbucket-app ATBB{A:32}
fly fm2_{b:120}
fly-old fo1_{w:43}
twilio-key SK{x:32}
twilio-account AC{x:32}
age AGE-SECRET-KEY-1{X:58}
jwt eyJ{A:30}.eyJ{A:60}.{w:43}
jwe eyJ{A:40}.{w:60}.{w:16}.{w:120}.{w:22}
1password-secret A3-{X:6}-{X:6}-{X:5}-{X:5}-{X:5}-{X:5}
1password-service ops_eyJ{A:250}
adobe p8e-{a:32}
airtable-pat pat{A:14}.{x:64}
alibaba LTAI{A:20}
tencent AKID{A:32}
artifactory AKCp{A:69}
artifactory-ref cmVmd{A:59}
asana-pat 1/{d:16}:{x:32}
authress sc_{a:12}.{a:5}.acc_{a:20}.{A:40}
buildkite bkua_{x:40}
circleci CCIPAT_{A:22}_{x:40}
clickhouse 4b1d{A:38}
cloudflare-ca v1.0-{x:24}-{x:146}
cloudinary cloudinary://{d:15}:{w:27}@demo
contentful CFPAT-{w:43}
defined dnkey-{A:26}-{A:52}
deno ddp_{A:36}
dropbox sl.{w:135}
dropbox-u sl.u.{w:180}
duffel duffel_live_{w:43}
dynatrace dt0c01.{X:24}.{X:64}
easypost EZAK{A:54}
easypost-test EZTK{A:54}
endorlabs endr+{A:16}
facebook-page EAAC{A:120}
facebook-app EAAM{A:110}
flutterwave FLWSECK_TEST-{x:32}-X
flutterwave-live FLWSECK-{x:32}-X
frameio fio-u-{w:64}
gocardless live_{w:40}
grafana-cloud glc_{A:80}
grafana-service glsa_{A:32}_{x:8}
harness pat.{A:22}.{x:24}.{A:20}
heroku HRKU-AA{w:58}
hubspot pat-na1-{u}
infracost ico-{A:32}
intra42 s-s4t2ud-{x:64}
launchdarkly sdk-{u}
launchdarkly-api api-{u}
lob live_{x:35}
lob-pub test_pub_{x:31}
mapbox sk.eyJ{A:80}.{w:22}
maxmind {A:6}_{A:29}_mmk
teams https://acme.webhook.office.com/webhookb2/{u}@{u}/IncomingWebhook/{x:32}/{u}
neon napi_{a:64}
netlify nfp_{A:36}
newrelic-user NRAK-{X:27}
newrelic-insert NRII-{w:32}
newrelic-browser NRJS-{x:19}
octopus API-{X:26}
onfido api_live.{w:11}.{w:32}
openshift sha256~{w:43}
posthog phx_{A:43}
paypal access_token$production\${a:16}\${x:32}
persona persona_sandbox_{u}
plaid access-sandbox-{u}
planetscale-token pscale_tkn_{w:43}
planetscale-pw pscale_pw_{w:43}
planetscale-oauth pscale_oauth_{w:43}
postman PMAK-{x:24}-{x:34}
prefect pnu_{A:36}
pulumi pul-{x:40}
razorpay rzp_live_{A:14}
readme rdme_{a:70}
render rnd_{A:32}
salesforce 00D{A:12}!{A:80}
scalingo tk-us-{w:48}
sentry-org sntrys_eyJ{A:120}=_{A:43}
sentry-user sntryu_{x:64}
settlemint sm_pat_{A:16}
shippo shippo_live_{x:40}
sonar squ_{x:40}
sonar-project sqp_{x:40}
sourcegraph sgp_{x:16}_{x:40}
sourcegraph-old sgp_{x:40}
square-access sq0atp-{w:22}
square-secret sq0csp-{w:43}
square-prod EAAA{w:60}
stytch secret-live-{w:36}=
tailscale tskey-auth-{A:12}-{A:32}
tailscale-api tskey-api-{A:12}-{A:32}
twitter-bearer AAAAAAAAAAAAAAAAAAAAA{A:80}
typeform tfp_{A:44}_{A:14}
ubidots BBFF-{A:30}
vercel-blob vercel_blob_rw_{A:16}_{A:32}
wakatime waka_{u}
yandex-iam t1.{A:80}.{w:86}
yandex-cloud AQVN{w:36}
yandex-oauth y0_{w:55}
zuplo zpka_{x:32}_{x:8}
unknown-live acme_live_{A:32}
unknown-pat globex-pat-{A:40}
unknown-secret initech_secret_{A:28}
unknown-key hooli_key_{A:36}
unknown-token umbrella-token-{A:30}
bcrypt $2b$12\${A:53}
sha512-crypt $6\${A:16}\${A:86}
argon2 $argon2id$v=19$m=65536,t=3,p=4\${A:22}\${A:43}
apr1 $apr1\${A:8}\${A:22}
django pbkdf2_sha256$260000\${A:22}\${A:43}=
ldap-ssha {SSHA}{A:38}
xprv xprv{A:107}
basic-auth Authorization: Basic dXNlcm5hbWU6{A:20}
rapidapi {x:10}msh{x:15}p1{x:5}jsn{x:12}
algolia-secured {A:40}dmFsaWRVbnRpbD{A:20}
`
  .trim()
  .split('\n')
  .map((line) => ({
    name: line.slice(0, line.indexOf(' ')),
    template: line.slice(line.indexOf(' ') + 1),
  }));

/** Values that only the name beside them tells: a vendor, its usual variable, and the template of its value. */
export const keyed = `
adafruit ADAFRUIT_IO_KEY {a:32}
adobe ADOBE_CLIENT_SECRET {x:32}
agora AGORA_APP_CERTIFICATE_KEY {x:32}
airtable AIRTABLE_API_KEY key{A:14}
aiven AIVEN_TOKEN {b:60}
algolia ALGOLIA_ADMIN_API_KEY {x:32}
alibaba ALIBABA_SECRET_KEY {a:30}
alchemy ALCHEMY_API_KEY {w:32}
amplitude AMPLITUDE_SECRET_KEY {x:32}
apify APIFY_TOKEN apify_api_{A:36}
appcenter APPCENTER_ACCESS_TOKEN {x:40}
artifactory ARTIFACTORY_PASSWORD {A:30}
asana ASANA_CLIENT_SECRET {a:32}
assemblyai ASSEMBLYAI_API_KEY {x:32}
auth0 AUTH0_CLIENT_SECRET {w:64}
aws AWS_SECRET_ACCESS_KEY {b:40}
azure AZURE_CLIENT_SECRET {A:40}
azurefn AZURE_FUNCTIONS_KEY {A:54}==
backblaze B2_APPLICATION_KEY K00{A:28}
beamer BEAMER_API_KEY b_{w:44}
bitbucket BITBUCKET_CLIENT_SECRET {w:64}
bitly BITLY_ACCESS_TOKEN {x:40}
bittrex BITTREX_SECRET_KEY {x:32}
braintree BRAINTREE_PRIVATE_KEY {x:32}
browserstack BROWSERSTACK_ACCESS_KEY {A:20}
bugsnag BUGSNAG_API_KEY {x:32}
calendly CALENDLY_TOKEN {A:80}
chargebee CHARGEBEE_API_KEY test_{A:33}
clearbit CLEARBIT_KEY sk_{x:32}
clickup CLICKUP_TOKEN pk_{d:7}_{X:32}
cloudflare CLOUDFLARE_API_TOKEN {w:40}
cloudflare-global CLOUDFLARE_API_KEY {x:37}
codacy CODACY_PROJECT_TOKEN {x:32}
codecov CODECOV_TOKEN {u}
cohere CO_API_KEY {A:40}
coinbase COINBASE_API_SECRET {A:64}
confluent CONFLUENT_CLOUD_API_SECRET {b:64}
contentful CONTENTFUL_ACCESS_TOKEN {w:43}
coveralls COVERALLS_REPO_TOKEN {A:32}
cypress CYPRESS_RECORD_KEY {u}
datadog DD_API_KEY {x:32}
datadog-app DD_APP_KEY {x:40}
deepgram DEEPGRAM_API_KEY {x:40}
deepl DEEPL_AUTH_KEY {u}:fx
digicert DIGICERT_API_KEY {X:40}
discord DISCORD_CLIENT_SECRET {w:32}
docusign DOCUSIGN_INTEGRATION_KEY {u}
drone DRONE_TOKEN {A:32}
dropbox DROPBOX_APP_SECRET {a:15}
elastic ELASTIC_API_KEY {A:59}==
etherscan ETHERSCAN_API_KEY {X:34}
etsy ETSY_API_KEY {a:24}
eventbrite EVENTBRITE_TOKEN {X:20}
facebook FACEBOOK_APP_SECRET {x:32}
fastly FASTLY_API_TOKEN {w:32}
finnhub FINNHUB_API_KEY {a:20}
flickr FLICKR_API_SECRET {x:16}
freshbooks FRESHBOOKS_CLIENT_SECRET {x:64}
freshdesk FRESHDESK_API_KEY {A:20}
gitea GITEA_TOKEN {x:40}
gitter GITTER_TOKEN {x:40}
heroku HEROKU_API_KEY {u}
honeycomb HONEYCOMB_API_KEY {A:22}
hubspot HUBSPOT_API_KEY {u}
hunter HUNTER_API_KEY {x:40}
infura INFURA_PROJECT_SECRET {x:32}
instagram INSTAGRAM_CLIENT_SECRET {x:32}
intercom INTERCOM_ACCESS_TOKEN dG9rO{A:54}=
ipinfo IPINFO_TOKEN {x:14}
jenkins JENKINS_API_TOKEN 11{x:32}
jira JIRA_API_TOKEN {A:24}
keen KEEN_WRITE_KEY {X:128}
klaviyo KLAVIYO_PRIVATE_KEY pk_{x:34}
kraken KRAKEN_API_SECRET {b:86}==
kucoin KUCOIN_API_SECRET {u}
launchdarkly LAUNCHDARKLY_ACCESS_TOKEN {w:40}
linkedin LINKEDIN_CLIENT_SECRET {A:16}
logdna LOGDNA_INGESTION_KEY {x:32}
loggly LOGGLY_CUSTOMER_TOKEN {u}
mailjet MAILJET_SECRET_KEY {x:32}
mandrill MANDRILL_API_KEY {A:22}
mattermost MATTERMOST_TOKEN {a:26}
meraki MERAKI_API_KEY {x:40}
messagebird MESSAGEBIRD_ACCESS_KEY {A:25}
mistral MISTRAL_API_KEY {A:32}
mixpanel MIXPANEL_API_SECRET {x:32}
mux MUX_TOKEN_SECRET {b:75}
netlify NETLIFY_AUTH_TOKEN {w:43}
newrelic NEW_RELIC_LICENSE_KEY {x:36}NRAL
ngrok NGROK_AUTHTOKEN {A:27}_{A:21}
nytimes NYTIMES_API_KEY {A:32}
okta OKTA_API_TOKEN 00{w:40}
onesignal ONESIGNAL_REST_API_KEY {A:48}
openweather OPENWEATHER_API_KEY {x:32}
opsgenie OPSGENIE_API_KEY {u}
optimizely OPTIMIZELY_TOKEN 2:{w:44}
pagerduty PAGERDUTY_API_KEY {w:20}
paypal PAYPAL_CLIENT_SECRET {w:80}
pipedrive PIPEDRIVE_API_TOKEN {x:40}
plaid PLAID_SECRET {x:30}
plivo PLIVO_AUTH_TOKEN {A:40}
postmark POSTMARK_SERVER_TOKEN {u}
pubnub PUBNUB_SECRET_KEY sec-c-{A:48}
pusher PUSHER_APP_SECRET {x:20}
quickbooks QUICKBOOKS_CLIENT_SECRET {A:40}
recaptcha RECAPTCHA_SECRET_KEY 6L{w:38}
ringcentral RINGCENTRAL_CLIENT_SECRET {w:22}
rollbar ROLLBAR_ACCESS_TOKEN {x:32}
salesforce SALESFORCE_SECURITY_TOKEN {A:24}
saucelabs SAUCE_ACCESS_KEY {u}
scaleway SCW_SECRET_KEY {u}
segment SEGMENT_WRITE_KEY {A:32}
sendbird SENDBIRD_API_TOKEN {x:40}
sentry SENTRY_AUTH_TOKEN {x:64}
shodan SHODAN_API_KEY {A:32}
signalfx SIGNALFX_TOKEN {A:22}
snyk SNYK_TOKEN {u}
sonar SONAR_TOKEN {x:40}
soundcloud SOUNDCLOUD_CLIENT_SECRET {A:32}
sparkpost SPARKPOST_API_KEY {x:40}
splunk SPLUNK_HEC_TOKEN {u}
spotify SPOTIFY_CLIENT_SECRET {x:32}
statuspage STATUSPAGE_API_KEY {u}
strava STRAVA_CLIENT_SECRET {x:40}
sumologic SUMO_ACCESS_KEY {A:64}
surge SURGE_TOKEN {x:32}
tiingo TIINGO_TOKEN {x:40}
todoist TODOIST_API_TOKEN {x:40}
travis TRAVIS_TOKEN {A:22}
trello TRELLO_API_TOKEN {x:64}
twilio TWILIO_AUTH_TOKEN {x:32}
twitch TWITCH_CLIENT_SECRET {a:30}
twitter TWITTER_ACCESS_TOKEN_SECRET {A:45}
twitter-key TWITTER_API_SECRET {A:50}
unsplash UNSPLASH_SECRET_KEY {w:43}
vercel VERCEL_TOKEN {A:24}
virustotal VT_API_KEY {x:64}
vonage VONAGE_API_SECRET {A:16}
webex WEBEX_BOT_TOKEN {A:64}
webflow WEBFLOW_API_TOKEN {x:64}
wistia WISTIA_API_PASSWORD {x:40}
wit WIT_AI_TOKEN {X:32}
xero XERO_CLIENT_SECRET {w:48}
youtube YOUTUBE_API_KEY AIza{w:35}
zendesk ZENDESK_API_TOKEN {A:40}
zoho ZOHO_CLIENT_SECRET {x:42}
zoom ZOOM_JWT_SECRET {A:36}
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name, variable, template] = line.split(' ');
    return { name: `keyed-${name}`, variable: variable!, template: template! };
  });
