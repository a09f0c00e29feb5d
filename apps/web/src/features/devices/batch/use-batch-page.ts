import { useCallback } from 'react'
import { useNavigate } from 'react-router'

const listPath = '/device/deviceList'

/** The part of the address that shows a batch over the device list. */
export const batchParam = 'batch'

const isListInView = () => location.pathname === listPath
const addressOf = (jobId: string) => {
  // Over the list as it is, filters and all.
  const params = new URLSearchParams(isListInView() ? location.search : '')
  params.set(batchParam, jobId)
  return `${listPath}?${params}`
}

/** The way to a batch from wherever one is. */
export function useBatchPage() {
  const navigate = useNavigate()
  const open = useCallback((jobId: string) => void navigate(addressOf(jobId)), [navigate])
  return { open, isListInView }
}
