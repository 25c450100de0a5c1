// Unpacks the browser of @sparticuz/chromium beside this file, with a start script `chromium` that sets the paths of its
// libraries, fonts and graphics driver. The package itself unpacks the libraries on AWS Lambda only.
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import tar from 'tar-fs'

const here = import.meta.dirname
const packed = (name) => createReadStream(join(here, 'node_modules/@sparticuz/chromium/bin', name))

const browser = join(here, 'browser')
await mkdir(browser, { recursive: true })
await pipeline(packed('chromium.br'), createBrotliDecompress(), createWriteStream(join(browser, 'chrome'), { mode: 0o755 }))
await pipeline(packed('swiftshader.tar.br'), createBrotliDecompress(), tar.extract(browser))
await pipeline(packed('al2023.tar.br'), createBrotliDecompress(), tar.extract(join(here, 'libraries')))
await pipeline(packed('fonts.tar.br'), createBrotliDecompress(), tar.extract(join(here, 'fonts')))

// The package's fonts.conf contains AWS Lambda's folders.
await writeFile(
  join(here, 'fonts/fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(here, 'fonts/fonts')}</dir><cachedir>${join(here, 'fonts/cache')}</cachedir></fontconfig>
`,
)

const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/libraries/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts/fonts.conf"
exec "$here/browser/chrome" "$@"
`
await writeFile(join(here, 'chromium'), script)
await chmod(join(here, 'chromium'), 0o755)
