import jsxA11y from 'eslint-plugin-jsx-a11y'
import importX from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { readdirSync } from 'node:fs'

const features = readdirSync(new URL('./src/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

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
]

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/lib/api/schema.ts'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  jsxA11y.flatConfigs.strict,
  reactHooks.configs.flat['recommended-latest'],
  {
    files: ['**/*.{ts,tsx,mts}'],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { 'import-x/resolver': { typescript: true, node: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      'import-x/no-restricted-paths': ['error', { zones: boundaries }],
      'no-console': 'error',
    },
  },
  { files: ['**/*.{js,mjs}'], ...tseslint.configs.disableTypeChecked },
)
