import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'

const quickMs = 150

/** Stands where a page will be; a page that comes quickly never shows it. */
export function PageSkeleton() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), quickMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="page-skeleton" aria-busy>
      {late && <Skeleton active paragraph={{ rows: 6 }} />}
    </div>
  )
}
