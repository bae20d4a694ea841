import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

// What can be told from one file alone. The rules that need types are checked with the types, by oxlint
// (.oxlintrc.json): one program is built for both, and not by JavaScript.

/** Who may import whom. `test/tooling/boundaries.test.ts` proves the same by walking every import. */
const NEVER = [
  { regex: '/main\\.ts$', message: 'A main.ts is a process: nothing imports it.' },
  { regex: '/test/', message: 'Nothing imports tests.' },
];
const SERVICES = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'];

const forbid = (files, patterns, more = {}) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...NEVER, ...patterns] }] },
  ...more,
});

export default tseslint.config(
  { ignores: ['node_modules/', '.cascade/', 'coverage/', '**/dist/', '**/*.generated.ts'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: { process: 'readonly', URL: 'readonly', setInterval: 'readonly', clearInterval: 'readonly' },
    },
  },

  forbid(
    ['core/**/*.ts'],
    [
      { regex: '^[^.]', message: 'core is pure: it imports no package and nothing of Node.' },
      { regex: '/(platform|services|cli)/', message: 'core imports only core.' },
    ],
    { languageOptions: { globals: {} } },
  ),
  {
    files: ['core/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'setTimeout', 'setInterval', 'setImmediate', 'fetch', 'crypto', 'performance'].map((name) => ({
          name,
          message: 'core is pure: no clock, no randomness, no environment, no I/O.',
        })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'core has no clock: time is a parameter.' },
        { object: 'Math', property: 'random', message: 'core has no randomness: seeds are parameters.' },
      ],
    },
  },
  forbid(['platform/**/*.ts'], [{ regex: '/(services|cli)/', message: 'platform imports core and packages.' }]),
  forbid(
    ['clients/**/*.ts'],
    [
      {
        regex: '/(core|platform|services|cli)/',
        message: 'A client is what integrators get: it imports nothing of ours.',
      },
    ],
  ),
  forbid(
    ['clients/*/src/**/*.ts'],
    [{ regex: '^[^.]', message: 'A client runs anywhere and brings nothing along: no package, nothing of Node.' }],
  ),
  forbid(['cli/**/*.ts'], [{ regex: '/services/', message: 'cli imports core and platform.' }]),
  ...SERVICES.map((service) =>
    forbid(
      [`services/${service}/**/*.ts`],
      [
        { regex: '/cli/', message: 'A service imports core, platform and itself.' },
        {
          regex: `(^|/)(${SERVICES.filter((other) => other !== service).join('|')})/`,
          message: 'A service never imports another one.',
        },
      ],
    ),
  ),
  forbid(
    ['services/executor/workflows/**/*.ts'],
    [
      {
        regex: '^(?!@temporalio/workflow$|\\./[^/]+$)',
        allowTypeImports: true,
        message: 'Workflow code imports the workflow package and its own files; else types only.',
      },
    ],
  ),
  forbid(['test/**/*.ts', 'bench/**/*.ts'], [], {
    rules: { 'no-restricted-imports': ['error', { patterns: [NEVER[0]] }] },
  }),
);
