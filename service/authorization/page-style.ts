/** The look of the service's pages: the desk's colours, one card, light and dark. */
export const pageStyle = `
:root{color-scheme:light dark;--background:#f4f5f7;--surface:#fff;--raised:#f8f9fb;--line:#dfe3e8;--edge:#8a94a1;--ink:#11161d;--second:#4a5563;
--quiet:#5d6774;--accent:#3b45d6;--on-accent:#fff;--soft:#ebecfc;--done:#0b7a4b;--done-soft:#e2f5ec;--waiting:#7a4f00;--waiting-soft:#fdf1d7;
--waiting-line:#d9a941;--refused:#b3261e;--refused-soft:#fdeceb;--practice:#5b3fb8;--practice-soft:#f3effd;--practice-line:#cfc2f2;--highlight:#9a3412;--on-highlight:#fff;
--shadow:0 1px 2px rgb(17 22 29/.05),0 12px 32px rgb(17 22 29/.07)}
@media (prefers-color-scheme:dark){:root{--background:#0e1116;--surface:#151a21;--raised:#1b212a;--line:#27303b;--edge:#6b7684;--ink:#eef2f6;--second:#b4bfcb;
--quiet:#98a3b0;--accent:#8e97ff;--on-accent:#0c1030;--soft:#1f2447;--done:#5fd6a0;--done-soft:#11291f;--waiting:#f0c05a;--waiting-soft:#2d2410;
--waiting-line:#6d5318;--refused:#ff9a92;--refused-soft:#331817;--practice:#b9a5ff;--practice-soft:#1e1a30;--practice-line:#423769;--highlight:#ffb27a;--on-highlight:#2b1200;
--shadow:0 1px 2px rgb(0 0 0/.4),0 16px 40px rgb(0 0 0/.35)}}
*{box-sizing:border-box}
html{font:16px/1.5 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--background);color:var(--ink);-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px}
main{width:100%;max-width:472px;background:var(--surface);border:1px solid var(--line);border-radius:24px;padding:36px;box-shadow:var(--shadow)}
.event{color:var(--ink);display:flex;align-items:center;gap:10px;margin:0 0 20px;font-weight:650;font-size:17px;overflow-wrap:anywhere}
.logo{display:grid;place-items:center;flex:none;width:34px;height:34px;border-radius:9px;background:var(--accent);color:var(--on-accent)}
h1{margin:0 0 16px;font-size:28px;line-height:34px;font-weight:700;letter-spacing:-.02em;overflow-wrap:anywhere;text-wrap:balance}
h2{margin:24px 0 8px;font-size:14px;line-height:20px;font-weight:600;color:var(--second)}
p{margin:0 0 16px;color:var(--second);font-size:15px;line-height:22px;text-wrap:pretty}
small{font-size:13px;line-height:18px;color:var(--quiet)}
code{font:12.5px/18px ui-monospace,"SF Mono",Menlo,Consolas,monospace;color:var(--quiet);overflow-wrap:anywhere}
a{color:var(--accent)}
svg{flex:none}
ul{list-style:none;margin:0;padding:0}
form{margin:0}
label{display:block;margin:0 0 6px;font-size:14px;font-weight:600}
input:not([type=hidden]){display:block;width:100%;height:48px;margin:0 0 16px;padding:0 14px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:12px}
button{font:inherit;color:inherit;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.primary,.secondary{display:inline-flex;align-items:center;justify-content:center;gap:10px;min-height:52px;padding:0 22px;border-radius:14px;border:1px solid transparent;font-weight:650;font-size:17px}
.primary{background:var(--accent);color:var(--on-accent)}
.secondary{background:transparent;border-color:var(--edge);color:var(--ink)}
.primary:hover{filter:brightness(1.08)}
.secondary:hover,.person:hover{background:var(--soft)}
.highlighted{background:var(--highlight);color:var(--on-highlight);box-shadow:0 0 0 4px var(--waiting-soft),0 0 0 5px var(--waiting-line)}
.danger{color:var(--refused);min-height:44px;font-size:15px;padding:0 16px}
.danger:hover{background:var(--refused-soft)}
.wide{width:100%}
.link{border:0;background:none;padding:12px 0 12px 8px;color:var(--accent);font-size:14px;text-decoration:underline;text-underline-offset:3px}
.notice{display:flex;gap:10px;padding:12px 14px;border-radius:12px;font-size:14px;line-height:20px;overflow-wrap:anywhere}
.notice span{min-width:0}
.refused{background:var(--refused-soft);color:var(--refused)}
.waiting{background:var(--waiting-soft);color:var(--waiting)}
.done{background:var(--done-soft);color:var(--done)}
.practice{border:1px dashed var(--practice-line);background:var(--practice-soft);border-radius:16px;padding:16px}
.practice h2{margin:0 0 2px;color:var(--practice)}
.practice p{margin:0 0 12px;font-size:14px;line-height:20px}
.people{display:grid;gap:8px}
.person{display:flex;align-items:center;gap:12px;width:100%;min-height:60px;padding:8px 12px;text-align:left;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.person>span:nth-child(2){flex:1;min-width:0}
.person svg{color:var(--quiet)}
.person strong,.person small,.who strong,.who small{display:block;overflow-wrap:anywhere}
.person small{color:var(--second)}
.initials{display:grid;place-items:center;flex:none;width:40px;height:40px;border-radius:50%;background:var(--soft);color:var(--accent);font-size:14px;font-weight:650}
.or{display:flex;align-items:center;gap:12px;margin:22px 0 18px;font-size:13px;color:var(--quiet)}
.or:before,.or:after{content:"";flex:1;height:1px;background:var(--line)}
.signed-in{display:flex;align-items:center;gap:12px;padding:12px;margin:0 0 16px;background:var(--raised);border:1px solid var(--line);border-radius:14px}
.who{flex:1;min-width:0}
.scopes{border:1px solid var(--line);border-radius:14px}
.scopes li{display:flex;gap:12px;padding:14px}
.scopes li+li{border-top:1px solid var(--line)}
.scopes li>svg{margin-top:1px;color:var(--accent)}
.scopes .sensitive>svg{color:var(--waiting)}
.scopes div{min-width:0}
.scopes p{margin:2px 0 0;font-size:14px;line-height:20px}
.scopes code{display:block}
.mark{display:flex;align-items:center;gap:6px;width:fit-content;margin:4px 0;padding:2px 10px 2px 6px;border-radius:99px;background:var(--waiting-soft);color:var(--waiting);border:1px solid var(--waiting-line);font-size:12.5px;line-height:18px;font-weight:600}
.mark svg{width:14px;height:14px}
.scopes+.notice{margin:16px 0 0}
.decision{display:grid;grid-template-columns:2fr 1fr;gap:12px;margin:24px 0 20px}
.quiet{margin:0;font-size:13px;line-height:19px;color:var(--quiet)}
.empty{margin:0;padding:24px;text-align:center;border:1px dashed var(--line);border-radius:14px}
.applications li{display:flex;align-items:center;gap:16px;padding:16px 0;border-top:1px solid var(--line)}
.applications li>div{flex:1;min-width:0}
.applications p{margin:2px 0 4px;font-size:14px;line-height:20px}
.endpoints li{border-top:1px solid var(--line);padding:4px 0 12px}
.endpoints h2{margin:12px 0 4px;color:var(--ink);font-size:16px}
.endpoints p{margin:0 0 8px;font-size:14px}
.endpoints summary{padding:8px 0;font-size:14px;color:var(--accent);cursor:pointer}
.endpoints pre{margin:0;padding:12px;overflow:auto;max-height:320px;background:var(--raised);border:1px solid var(--line);border-radius:12px;font-size:12.5px;line-height:18px}
@media (max-width:480px){body{padding:0;place-items:start stretch}main{max-width:none;min-height:100vh;min-height:100dvh;border:0;border-radius:0;padding:24px 20px;box-shadow:none}
.decision{grid-template-columns:1fr}.signed-in .initials{display:none}}
@media (forced-colors:active){.primary,.secondary,.mark,.person{border:1px solid ButtonText}}
`;
