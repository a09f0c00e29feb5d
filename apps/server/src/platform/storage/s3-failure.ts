import type { FailureReason } from '@fleetdeck/contract/backups'
import { SafeFetchError } from '../safe-fetch/safe-fetch.ts'
import { asFailure, StorageFailure } from './storage-failure.ts'

interface S3Error {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

const names: Record<string, FailureReason> = {
  NoSuchBucket: 'noBucket',
  NoSuchKey: 'noFile',
  InvalidAccessKeyId: 'wrongKey',
  SignatureDoesNotMatch: 'wrongKey',
  InvalidToken: 'wrongKey',
  CredentialsProviderError: 'wrongKey',
  AccessDenied: 'noRight',
  AuthorizationHeaderMalformed: 'wrongRegion',
  PermanentRedirect: 'wrongRegion',
  QuotaExceeded: 'full',
  QuotaExceededException: 'full',
  XMinioStorageFull: 'full',
  BadDigest: 'damagedCopy',
  TimeoutError: 'away',
  RequestTimeout: 'away',
  SlowDown: 'away',
}

const states: Record<number, FailureReason> = {
  301: 'wrongRegion',
  401: 'wrongKey',
  403: 'noRight',
  404: 'noFile',
  408: 'away',
  429: 'away',
  507: 'full',
}

/** Codes of Node's sockets and streams. */
const ofNetwork =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_PREMATURE_CLOSE)$/

/** The meaning of an error of the S3 client for people. */
export function s3Failure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error
  if (error instanceof SafeFetchError && error.failure === 'privateAddress')
    return new StorageFailure('privateAddress', error.message)
  const { name = '', code = '', message = '', $metadata } = error as S3Error
  const status = $metadata?.httpStatusCode ?? 0
  const isAway = status >= 500 || ofNetwork.test(code)
  const reason = names[name] ?? states[status] ?? (isAway ? 'away' : asFailure(error).reason)
  return new StorageFailure(reason, [name, message || code].filter(Boolean).join(': '))
}

/** The storage has forgotten an upload, as after an outage of its own. */
export const isForgottenUpload = (error: unknown) =>
  error instanceof StorageFailure && error.detail.startsWith('NoSuchUpload')
