import { useCallback } from 'react'
import { useNavigate } from 'react-router'

const listPath = '/device/deviceList'

/** The part of the address that shows a batch over the device list. */
export const batchParam = 'batch'

export const isBatchInView = (jobId: string) => new URLSearchParams(location.search).get(batchParam) === jobId
const isListInView = () => location.pathname === listPath
const batchAddress = (jobId: string) => {
  // Over the list as it is, filters and all.
  const params = new URLSearchParams(isListInView() ? location.search : '')
  params.set(batchParam, jobId)
  return `${listPath}?${params}`
}

/** The way to a batch from wherever one is. */
export function useBatchPage() {
  const navigate = useNavigate()
  const open = useCallback((jobId: string) => void navigate(batchAddress(jobId)), [navigate])
  const close = useCallback(() => {
    const rest = new URLSearchParams(location.search)
    rest.delete(batchParam)
    void navigate({ pathname: listPath, search: rest.toString() }, { replace: true })
  }, [navigate])
  return { open, close, isListInView }
}
