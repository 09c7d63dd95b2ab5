import { anyCase } from './any-case.ts';

/** A secret that is known by its own shape, wherever it stands. */
export interface SecretShape {
  kind: string;
  pattern: RegExp;
}

const start = '(?<![A-Za-z0-9])';

function shape(kind: string, body: string): SecretShape {
  return { kind, pattern: new RegExp(start + body, 'g') };
}

/** All repetitions are bounded or over one class of characters, so that matching stays linear. */
export const secretShapes: readonly SecretShape[] = [
  shape('github-token', '(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})'),
  shape('gitlab-token', 'gl(?:pat|dt|rt|ptt|cbt|ft|soat)-[A-Za-z0-9_.-]{20,255}'),
  shape('anthropic-key', 'sk-ant-[A-Za-z0-9_-]{10,255}'),
  shape('openrouter-key', 'sk-or-[A-Za-z0-9_-]{10,255}'),
  shape('openai-key', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{10,255}'),
  shape('api-key', 'sk-[A-Za-z0-9]{20,255}(?![A-Za-z0-9])'),
  shape('aws-key-id', '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  shape('slack-token', '(?:xox[abceoprs]-|xapp-)[A-Za-z0-9-]{10,255}'),
  shape('google-key', 'AIza[A-Za-z0-9_-]{30,80}'),
  shape('google-token', 'ya29\\.[A-Za-z0-9_-]{16,2048}'),
  shape('npm-token', 'npm_[A-Za-z0-9]{30,255}'),
  shape('pypi-token', 'pypi-[A-Za-z0-9_-]{40,512}'),
  shape('huggingface-token', 'hf_[A-Za-z0-9]{28,255}'),
  shape(
    'stripe-key',
    '(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{20,255})',
  ),
  shape('sendgrid-key', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,128}'),
  shape('shopify-token', 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}'),
  shape('digitalocean-token', 'do[opr]_v1_[a-f0-9]{40,80}'),
  shape('telegram-token', '[0-9]{8,10}:AA[A-Za-z0-9_-]{32,40}(?![A-Za-z0-9_-])'),
  shape('docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,255}'),
  shape('vault-token', 'hv[sbr]\\.[A-Za-z0-9_-]{20,255}'),
  shape('linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{20,255}'),
  shape('doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{20,255}'),
  shape('databricks-token', 'dapi[a-f0-9]{32}(?![A-Za-z0-9])'),
  shape('groq-key', 'gsk_[A-Za-z0-9]{20,255}'),
  shape('xai-key', 'xai-[A-Za-z0-9]{20,255}'),
  shape('supabase-token', 'sb(?:p|_secret)_[A-Za-z0-9_]{20,255}'),
  shape('replicate-token', 'r8_[A-Za-z0-9]{20,255}'),
  shape('figma-token', 'figd_[A-Za-z0-9_-]{20,255}'),
  shape('notion-token', 'ntn_[A-Za-z0-9]{20,255}'),
  shape('atlassian-token', 'ATATT3[A-Za-z0-9_=-]{20,512}'),
  shape('fly-token', 'fm[12]_[A-Za-z0-9+/=_-]{20,2048}'),
  shape('twilio-key', 'SK[a-f0-9]{32}(?![A-Za-z0-9])'),
  shape('discord-token', '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}'),
  shape('age-key', 'AGE-SECRET-KEY-1[A-Z0-9]{20,100}'),
  shape('jwt', 'eyJ[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{8,8192}(?:\\.[A-Za-z0-9_-]{8,4096})?'),
  {
    kind: 'webhook',
    pattern:
      /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9_/-]{12,255}|(?<=discord(?:app)?\.com\/api\/webhooks\/)[0-9]{6,25}\/[A-Za-z0-9_-]{20,255}/g,
  },
];

/** A text without any of these has none of the shapes. */
export const shapeHint =
  /gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|cbt|ft|soat)-|sk-|[sr]k_|whsec_|AKIA|ASIA|xox|xapp-|AIza|ya29\.|npm_|pypi-|hf_|SG\.|shp|do[opr]_v1_|:AA|AGE-|eyJ|dckr_|hv[sbr]\.|lin_|dp\.|dapi|gsk_|xai-|sbp_|sb_|r8_|figd_|ntn_|ATATT3|fm[12]_|SK[a-f0-9]{8}|\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}|webhooks\/|hooks\.slack/;

/** A text without any of these has no header, no assignment and no cookie that holds a secret. */
export const wordHint = new RegExp(
  [
    'authoriz',
    'bearer',
    'passw',
    '[_-]pass',
    'dbpass',
    'app[_-]key',
    'client[_-]key',
    'pwd',
    'passphrase',
    'passcode',
    'kennwort',
    'secret',
    'token',
    'credential',
    '(?:api|access|account|private|signing|encryption)[_-]?key',
    'cookie',
  ]
    .map(anyCase)
    .join('|'),
);
