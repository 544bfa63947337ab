/** Runs inside Dredd, which takes CommonJS from a file of its own: no module of ours, but text that is written out. */
export const hooks = `const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const hooks = require('hooks');
const sent = require('./sent.json');

const keyOf = ({ name }) => Object.keys(sent).find((key) => (name + ' > ').includes(key + ' > '));
// Dredd compares content types letter by letter: it gets none where the document allows several.
hooks.beforeEach((transaction) => {
  const call = sent[keyOf(transaction)];
  transaction.skip = call === undefined;
  if (!call) return;
  transaction.fullPath = call.path;
  Object.assign(transaction.request, { uri: call.path, headers: call.headers, body: call.body });
  transaction.request.bodyEncoding = call.bodyEncoding;
  if (call.anyType) delete transaction.expected.headers['Content-Type'];
});
hooks.afterAll((transactions) => {
  const findings = [];
  for (const transaction of transactions) {
    const key = keyOf(transaction);
    if (!key || transaction.skip) continue;
    const start = sent[key].operation + ' ' + transaction.expected.statusCode + ': ';
    const { real, results } = transaction;
    if (!real) findings.push(start + 'no answer');
    const fields = (results && results.fields) || {};
    for (const [field, { errors }] of Object.entries(fields))
      for (const { message } of errors) findings.push(start + field + ': ' + message);
  }
  writeFileSync(join(__dirname, 'findings.json'), JSON.stringify(findings));
});
`;
