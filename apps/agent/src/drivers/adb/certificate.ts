import type { AdbKey } from './adb-key.ts'

const hash = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const yearMs = 365.25 * 86_400_000
/** As adb's own certificates; a phone does not look at it. */
const validMs = 10 * yearMs

/** What TLS needs of a computer or phone, as PEM. */
export interface TlsIdentity {
  key: string
  cert: string
}

/** The key in a certificate that it has signed itself: a phone compares the certificate's key with those it knows. */
export async function tlsIdentity({ bytes }: AdbKey): Promise<TlsIdentity> {
  const { PemConverter, X509CertificateGenerator } = await import('@peculiar/x509')
  const { subtle } = crypto
  const privateKey = await subtle.importKey('pkcs8', bytes.slice(), hash, true, ['sign'])
  const { n, e } = await subtle.exportKey('jwk', privateKey)
  const publicJwk = { kty: 'RSA', ...(n && { n }), ...(e && { e }) }
  const publicKey = await subtle.importKey('jwk', publicJwk, hash, true, ['verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Adb',
    notBefore: new Date(Date.now() - yearMs),
    notAfter: new Date(Date.now() + validMs),
    signingAlgorithm: hash,
    keys: { privateKey, publicKey },
  })
  return { key: PemConverter.encode(bytes.slice().buffer, 'PRIVATE KEY'), cert: certificate.toString('pem') }
}
