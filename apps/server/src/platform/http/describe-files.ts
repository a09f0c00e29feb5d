const units = ['B', 'KB', 'MB', 'GB'] as const

/** A file as the operation log names it: `photo.png, image/png, 12.00 KB`. */
export function fileText({ name, type, bytes }: { name?: string; type: string; bytes: number }): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const size = `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 2)} ${units[unit]}`
  return [name, type, size].filter(Boolean).join(', ')
}

/** A shorter content is shown as it is. */
const shortest = 100
/** Shorter ones could be paths or keys. */
const shortestBase64 = 256
const dataUri = /data:([\w.+-]+\/[\w.+-]+)?((?:;[\w=.+-]+)*),([^\s"'<>()]*)/g
const base64 = /^[\w+/-]+={0,2}$/
/** First characters in base64 of files that have a signature. */
const beginnings = {
  iVBORw0KGg: 'image/png',
  '/9j/': 'image/jpeg',
  R0lGOD: 'image/gif',
  UklGR: 'image/webp',
  JVBERi0: 'application/pdf',
  UEsDB: 'application/zip',
} as const

/** The text with type and size in place of files that are written in it: data URIs, or base64 as a whole. */
export function describeFiles(text: string): string {
  if (text.length < shortest) return text
  const plain = text.replace(/\s/g, '')
  if (plain.length >= shortestBase64 && looksLikeBase64(plain)) {
    const [, type = 'base64'] = Object.entries(beginnings).find(([start]) => plain.startsWith(start)) ?? []
    return fileText({ type, bytes: base64Bytes(plain) })
  }
  return text.replace(dataUri, (whole, type: string | undefined, options: string, content: string) => {
    if (whole.length < shortest) return whole
    const bytes = options.endsWith(';base64') ? base64Bytes(content) : content.length
    return fileText({ type: type ?? 'text/plain', bytes })
  })
}

const base64Bytes = (content: string) => Math.floor((content.replace(/=+$/, '').length * 3) / 4)

/** Words and numbers in a row do not mix all kinds of characters. */
const looksLikeBase64 = (text: string) =>
  base64.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
