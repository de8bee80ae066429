import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** This module and all of ours that come with it: what it imports by a statement, types apart. */
function broughtBy(entry: string): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const statement of parse(file).statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      if (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly === true) continue;
      if (statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const target = path.resolve(path.dirname(file), statement.moduleSpecifier.text);
      if (statement.moduleSpecifier.text.startsWith('.') && existsSync(target)) visit(target);
    }
  };
  visit(path.join(root, entry));
  return files;
}

/** Names a module keeps something under from one call to the next: variables, and collections that are filled. */
function stateOf(source: ts.SourceFile): readonly string[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations
        .filter(
          ({ initializer }) =>
            (declarationList.flags & ts.NodeFlags.Const) === 0 ||
            (initializer !== undefined &&
              ts.isNewExpression(initializer) &&
              /^(Weak)?(Map|Set)$/u.test(initializer.expression.getText()) &&
              (initializer.arguments?.length ?? 0) === 0),
        )
        .map(({ name }) => name.getText()),
    );
}

it('what both bundles of the main process hold keeps nothing: there would be two of it', () => {
  const program = broughtBy('electron/desk-program.ts');
  const inBoth = [...broughtBy('electron/main.ts')].filter((file) => program.has(file));
  expect(inBoth.map((file) => path.relative(root, file))).toContain(path.join('electron', 'ports', 'clock.ts'));
  expect(inBoth.flatMap((file) => stateOf(parse(file)).map((name) => `${path.relative(root, file)}: ${name}`))).toEqual(
    [],
  );
});

it('state is found where there is some', () => {
  const text = 'let a = 1; const b = new Map<string, number>(); const c = new Map([[1, 2]]); const d = 1; var e;';
  expect(stateOf(ts.createSourceFile('made-up.ts', text, ts.ScriptTarget.Latest, true))).toEqual(['a', 'b', 'e']);
});
