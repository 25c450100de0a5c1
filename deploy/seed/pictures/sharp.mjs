// The image library sharp, from the web app's packages.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
export const sharp = createRequire(join(root, "web", "package.json"))("sharp");
