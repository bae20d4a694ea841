import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Returns the type errors of a file of the project at `root`, whose files change between calls; null if there are none.
 * Unchanged files are read once, so that an answer takes a second and not as long as a whole lint.
 */
export function typesIn(root: string, paths: readonly string[]): (path: string) => string | null {
  const config: unknown = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => paths.map((path) => join(root, path)),
    getScriptVersion: (file) => (existsSync(file) ? String(statSync(file).mtimeMs) : ''),
    getScriptSnapshot: (file) =>
      existsSync(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  return (path) => {
    const errors = service.getSemanticDiagnostics(join(root, path));
    return errors.length === 0
      ? null
      : errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n');
  };
}
