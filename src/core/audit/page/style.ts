/** The page's one style sheet. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#fbfbf9;--card:#fff;--ink:#1d2321;--soft:#5b6663;--edge:#d9dedb;--kept:#2e7d5b;--gone:#b93a32;--area:#dbe9e2;--focus:#1f5fbf}
@media (prefers-color-scheme:dark){:root{--ground:#131716;--card:#1b201f;--ink:#e7ecea;--soft:#9caaa6;--edge:#333c39;--kept:#5cb98d;--gone:#f28b80;--area:#23372f;--focus:#8ab8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header,main,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.25rem;margin:2.2rem 0 .6rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.3rem .6rem}
.lead{color:var(--soft);margin:0 0 1rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:0;padding:0;list-style:none}
.figures li{background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:.7rem .9rem}
.figures b{display:block;font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}
.figures .bad b{color:var(--gone)}
.figures .good b{color:var(--kept)}
.figures span{color:var(--soft);font-size:.9rem}
.sorted>input{margin:0 .3rem 0 .8rem}
.sorted>.wide{display:none}
#sort-date:checked~.by-date,#sort-gone:checked~.by-gone,#sort-project:checked~.by-project,#sort-title:checked~.by-title{display:block}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;padding:.28rem .6rem .28rem 0;vertical-align:top}
thead th,thead td{color:var(--soft);font-weight:500;border-bottom:1px solid var(--edge)}
tbody th{font-weight:400}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.lost{color:var(--gone);font-weight:600}
.bars{margin:.8rem 0}
.bars td:nth-child(2){width:60%}
.bars tbody th{white-space:nowrap;padding-right:1rem}
.bars svg{display:block;width:100%;height:.85rem;margin-top:.3rem}
.kept{fill:var(--kept)}.gone{fill:var(--gone)}
.key::before{content:"";display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.3em;background:var(--kept)}
.key.gone::before{background:var(--gone)}
.key{margin-right:.6em;white-space:nowrap}
.wide{overflow-x:auto;margin:.8rem 0}
.wide td,.wide th{white-space:nowrap}
.session{background:var(--card);border:1px solid var(--edge);border-radius:8px;margin:.7rem 0;padding:0 1rem}
.session[open]{padding-bottom:1rem}
summary{cursor:pointer;padding:.6rem 0}
.session>summary{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline}
.session>summary::before{content:"▸";color:var(--soft)}
.session[open]>summary::before{content:"▾"}
.session>summary::-webkit-details-marker{display:none}
.host{font-weight:600}
.id,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88em;overflow-wrap:anywhere}
.told,.place{color:var(--soft);font-size:.9rem}
.place{margin:0 0 .6rem;overflow-wrap:anywhere}
.tag{display:inline-block;border:1px solid var(--edge);border-radius:4px;padding:0 .4em;font-size:.82rem;color:var(--soft)}
.sizes{margin:.6rem 0}
.sizes svg{display:block;width:100%;height:auto}
.sizes text{font-size:13px;fill:var(--soft)}
.sizes .side,.sizes .to{text-anchor:end}
.sizes .number{text-anchor:middle;fill:var(--gone);font-weight:600}
.area{fill:var(--area)}
.line{fill:none;stroke:var(--kept);stroke-width:1.8;stroke-linejoin:round}
.grid{stroke:var(--edge)}
.mark{stroke:var(--gone);stroke-width:1.6;stroke-dasharray:5 4}
figcaption{color:var(--soft);font-size:.85rem}
ul{padding-left:1.1rem}
.said,.facts{list-style:none;padding:0}
.said li{margin:.7rem 0}
.facts li{margin:.25rem 0;overflow-wrap:anywhere}
blockquote{margin:.3rem 0 0;padding:.4rem .8rem;border-left:3px solid var(--gone);background:var(--ground);white-space:pre-wrap;overflow-wrap:anywhere}
q{overflow-wrap:anywhere}
.last{border-top:2px solid var(--kept);margin-top:2rem;padding:1rem 0 3rem;font-weight:600}
.met{overflow-wrap:anywhere}
@media (max-width:40rem){.sizes text{font-size:22px}.bars td:nth-child(2){width:36%}.session{padding:0 .7rem}}
@media print{.session{break-inside:avoid}}
`;
