import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

const latin = 'Phone Latin'
const han = 'Phone Han'
const subsets = { [latin]: 'latin', [han]: 'chinese-simplified' }
const weights = [400, 700]

/** For `context.font`; the phone ships its fonts, so that it looks the same on every machine. */
export const fontFamily = `"${latin}", "${han}"`

let loaded = false

export function loadFonts(): void {
  if (loaded) return
  loaded = true
  const { resolve } = createRequire(import.meta.url)
  for (const [family, subset] of Object.entries(subsets))
    for (const weight of weights)
      GlobalFonts.registerFromPath(
        resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-${subset}-${weight}-normal.woff2`),
        family,
      )
}
