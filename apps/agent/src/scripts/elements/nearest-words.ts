/** The texts that resemble the wanted one most, for the message that it was not found. */
export function nearestWords(wanted: string, texts: readonly string[], count = 5): string[] {
  const pieces = piecesOf(wanted)
  const shared = (text: string) => {
    const own = piecesOf(text)
    const common = [...pieces].filter((piece) => own.has(piece)).length
    return (2 * common) / (pieces.size + own.size || 1)
  }
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
    .map((text, order) => ({ text, order, likeness: shared(text) }))
    .sort((one, other) => other.likeness - one.likeness || one.order - other.order)
    .slice(0, count)
    .map(({ text }) => text.slice(0, 60))
}

/** Single letters, and pairs of them. */
function piecesOf(text: string): Set<string> {
  const letters = [...text.toLowerCase().slice(0, 200)]
  return new Set([...letters, ...letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)])
}
