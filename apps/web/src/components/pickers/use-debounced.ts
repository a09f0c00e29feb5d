import { useEffect, useState } from 'react'

/** Pause in typing before the server is queried; ms. */
const debounceMs = 250

/** A text after its last pause in typing. */
export function useDebounced(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
