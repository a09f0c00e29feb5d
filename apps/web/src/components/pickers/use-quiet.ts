import { useEffect, useState } from 'react'

/** Pause in typing before the server is queried; ms. */
const quietMs = 250

/** A text after its last pause in typing. */
export function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
