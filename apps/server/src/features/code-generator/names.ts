const words = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Two capitals are never adjacent. */
export const pascal = (text: string) =>
  words(text)
    .map(capital)
    .join('')
    .replace(/(?<=[A-Z])[A-Z]+/g, (capitals) => capitals.toLowerCase())
export const camel = (text: string) => {
  const name = pascal(text)
  return name.charAt(0).toLowerCase() + name.slice(1)
}
export const kebab = (text: string) => words(text).join('-')
/** `customerOrders` as words of a sentence. */
export const spoken = (text: string) => words(text).join(' ')
export const headline = (text: string) => capital(spoken(text))

/** As drizzle's casing names columns. */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
  if (/(ss|us|is)$/i.test(word)) return word
  return word.replace(/(x|ch|sh|s)es$/i, '$1').replace(/s$/i, '')
}
export function plural(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return word.replace(/y$/i, 'ies')
  return /(s|x|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`
}

/** Names in the code are limited to the length that the contract allows. */
export const shortened = (name: string) => name.slice(0, 26).replace(/-+$/, '')
