import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import ts from 'typescript';

/**
 * `npm run build`: writes `dist/esm` and `dist/cjs`, each with its types. The compiler checks and writes the first; the
 * second is the same code in the other form, so it is not checked again.
 */
const HERE = import.meta.dirname;
const ESM = join(HERE, 'dist/esm');
const CJS = join(HERE, 'dist/cjs');

rmSync(join(HERE, 'dist'), { recursive: true, force: true });
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
execFileSync(process.execPath, [compiler, '-p', join(HERE, 'tsconfig.build.json')], { stdio: 'inherit' });

mkdirSync(CJS);
for (const file of readdirSync(ESM)) {
  if (file.endsWith('.d.ts')) {
    cpSync(join(ESM, file), join(CJS, file));
  } else {
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
    const { outputText } = ts.transpileModule(readFileSync(join(ESM, file), 'utf8'), { compilerOptions: options });
    writeFileSync(join(CJS, file), outputText);
  }
}
// Says how the files beside it are read, by Node and by TypeScript.
for (const [folder, type] of Object.entries({ [ESM]: 'module', [CJS]: 'commonjs' })) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
}
