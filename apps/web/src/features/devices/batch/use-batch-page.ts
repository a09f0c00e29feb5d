import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { inBackground } from '../../../api/feedback.ts'

const listPath = '/device/deviceList'

/** Parameter of the device list's address that opens a batch. */
export const batchParam = 'batch'

export const isBatchInView = (jobId: string) => new URLSearchParams(location.search).get(batchParam) === jobId
const isListInView = () => location.pathname === listPath
const batchAddress = (jobId: string) => {
  // Keeps the filters of the list.
  const params = new URLSearchParams(isListInView() ? location.search : '')
  params.set(batchParam, jobId)
  return `${listPath}?${params}`
}

/** Opens and closes a batch from any page. */
export function useBatchPage() {
  const navigate = useNavigate()
  const open = useCallback((jobId: string) => void navigate(batchAddress(jobId)), [navigate])
  const close = useCallback(() => {
    const rest = new URLSearchParams(location.search)
    rest.delete(batchParam)
    inBackground(navigate({ pathname: listPath, search: rest.toString() }, { replace: true }))
  }, [navigate])
  return { open, close, isListInView }
}
