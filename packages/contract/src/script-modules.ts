import { z } from 'zod'
import { AuthorSignature, Sha256 } from './script-signature.ts'

/** All that a script and its modules import. */
export const maxModules = 50

/** A script that another one imports, as its phone gets it. */
export const OrderedModule = z.object({
  /** As the importing script writes it; each name once. */
  name: z.string(),
  /** Its ending tells the language: `.ts` is TypeScript. */
  fileName: z.string(),
  /** As `scriptUrl`. */
  url: z.string(),
  /** In hex; the file is verified against both. */
  md5: z.string(),
  sha256: Sha256,
  /** Of the file; required by phones whose tenant requires authors. */
  author: AuthorSignature.optional(),
})
export type OrderedModule = z.output<typeof OrderedModule>
