import jsxA11y from 'eslint-plugin-jsx-a11y'
import importX from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { readdirSync } from 'node:fs'

const foldersOf = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
const features = foldersOf('./src/features')
const screens = foldersOf('./desk/screens')

/** Imports run one way: app -> features -> components -> stores -> lib; a feature imports no other feature. */
const boundaries = [
  ...features.map((name) => ({
    target: `./src/features/${name}`,
    from: './src/features',
    except: [`./${name}`],
    message: 'Features do not import each other: move shared code to components, lib or stores.',
  })),
  { target: './src/features', from: './src/app', message: 'Features do not import the app.' },
  {
    target: ['./src/components', './src/lib', './src/stores'],
    from: ['./src/app', './src/features'],
    message: 'Shared code does not import features or the app.',
  },
  { target: ['./src/lib', './src/stores'], from: './src/components', message: 'lib and stores do not import components.' },
  { target: './src/lib', from: './src/stores', message: 'lib does not import stores.' },
  { target: './shared', from: ['./src', './desk'], message: 'The shared folder imports neither the shop nor the desk.' },
  { target: './src', from: './desk', message: 'The shop does not import the desk.' },
  { target: './desk', from: './src', message: 'The desk does not import the shop: move common code to shared.' },
  ...screens.map((name) => ({
    target: `./desk/screens/${name}`,
    from: './desk/screens',
    except: [`./${name}`],
    message: 'Screens do not import each other: move shared code to components or lib.',
  })),
  {
    target: ['./desk/components', './desk/lib', './desk/api'],
    from: ['./desk/app', './desk/screens'],
    message: 'Shared code of the desk does not import screens or the app.',
  },
]

export default tseslint.config(
  { ignores: ['dist', 'dist-desk', 'node_modules', 'shared/api/schema.ts'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  jsxA11y.flatConfigs.strict,
  reactHooks.configs.flat['recommended-latest'],
  {
    files: ['**/*.{ts,tsx,mts}'],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: {
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver': { typescript: { project: ['tsconfig.json', 'desk/tsconfig.json'], noWarnOnMultipleProjects: true } },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones: boundaries }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'desk/**/*.{ts,tsx}', 'shared/**/*.{ts,tsx}'],
    ignores: ['shared/query/use-query.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@tanstack/react-query',
              importNames: ['useQuery', 'useQueries', 'useInfiniteQuery', 'useSuspenseQuery'],
              message: 'Its error hides data after a failed refetch: use `useQuery` of `@shared/query/use-query`.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.{js,mjs}'], ...tseslint.configs.disableTypeChecked },
)
