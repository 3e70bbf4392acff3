import { expect, it } from 'vitest';
import { fetchRight } from './whole-files.ts';

it('what was put together with others is fetched right from its file', () => {
  const handsOn = 'export{t as LoginDialog,n as default}from"./login-b.js";\n';
  const page = {
    fileName: 'assets/page-a.js',
    isEntry: true,
    code: 'const d=["assets/dialog-c.js","assets/login-b.js"];const open=()=>import(`./dialog-c.js`).then(e=>e.LoginDialog),other=()=>import("./other-d.js");',
  };
  const entry = { fileName: 'assets/root-e.js', isEntry: true, code: handsOn };
  const other = { fileName: 'assets/other-d.js', isEntry: false, code: 'export{t};' };
  const scripts = [page, entry, other, { fileName: 'assets/dialog-c.js', isEntry: false, code: handsOn }];
  expect(fetchRight(scripts)).toEqual(['assets/dialog-c.js']);
  expect(page.code).toBe(
    'const d=["assets/login-b.js","assets/login-b.js"];const open=()=>import("./login-b.js").then(m=>({LoginDialog:m.t,default:m.n})).then(e=>e.LoginDialog),other=()=>import("./other-d.js");',
  );
  // The file of an entry is kept, because it is requested by name.
  expect(entry.code).toBe(handsOn);
});
