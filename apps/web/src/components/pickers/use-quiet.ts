import { useEffect, useState } from 'react'

/** Typing is quiet for this long before the server is asked; ms. */
const quietMs = 250

/** A text as it was when it last stood still. */
export function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
