/** The look of every page here: plain, readable on a phone, by day and by night. */
export const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#1d5fbf}
@media(prefers-color-scheme:dark){:root{--accent:#7fb0ff}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:48rem;padding:0 1rem 3rem;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
a{color:var(--accent)}
h1{font-size:1.5rem;margin:1.25rem 0 .75rem}h2{font-size:1.15rem;margin:1.75rem 0 .5rem}h3{font-size:1rem;margin:0}
p{margin:.5rem 0}
article{border:1px solid var(--line);border-radius:.5rem;background:var(--soft);padding:.75rem 1rem;margin:.75rem 0}
article h2{margin:0}.about{font-size:.9rem;opacity:.8;margin:0 0 .75rem}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.15rem 1rem;margin:.75rem 0}
dt{opacity:.8}dd{margin:0}
form{display:inline-block;margin:.5rem .5rem 0 0}
form.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}form.search input{flex:1 1 12rem}
button,input{font:inherit;padding:.45rem .9rem;max-width:100%;border:1px solid var(--accent);border-radius:.4rem}
button{background:transparent;color:var(--accent);cursor:pointer}
button.main{background:var(--accent);color:Canvas}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
