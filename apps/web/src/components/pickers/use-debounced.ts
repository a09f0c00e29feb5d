import { useEffect, useState } from 'react'

/** Pause in typing before the server is queried; ms. */
const debounceMs = 250

/** A value after its last pause in typing. */
export function useDebounced<T>(value: T): T {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return quiet
}
