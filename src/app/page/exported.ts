import { createHash } from 'node:crypto';
import type { SessionPage } from '../../core/page/model.ts';

/** How every exported page begins; a file that begins so may be written over. */
export const exportedStart = '<!doctype html>\n<!-- a session exported by holdfast -->\n';

/**
 * The page of a session as one file that needs nothing else: its own script and style sheet, which a policy in it lets in and
 * nothing from elsewhere. `script` and `style`: those of the page that the daemon serves.
 */
export function exportedPage(page: SessionPage, script: string, style: string): string {
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash(script)}'; style-src 'sha256-${hash(style)}'; base-uri 'none'; form-action 'none'`;
  // In a script element nothing but its end has a meaning.
  const data = JSON.stringify(page).replaceAll('<', '\\u003c');
  return `${exportedStart}<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>A session - Holdfast</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<div id="page"></div>
<script type="application/json" id="data">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}
