import { useEffect, useState } from 'react'

const quickMs = 150

/** Placeholder of a page; a page that loads fast never shows it. */
export function PageSkeleton() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), quickMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="page-skeleton" aria-busy>
      {late && [38, 100, 92, 97, 60].map((width) => <i key={width} style={{ width: `${width}%` }} />)}
    </div>
  )
}
