/**
 * The address of a file. Those below /rapi are ours: they are on the server that the phone is connected to, whichever
 * host the order names, and only they are requested with the phone's token.
 */
export function fileAddress(address: string, server: URL): { url: URL; isOurs: boolean } {
  const url = new URL(address, server)
  const isOurs = url.pathname.startsWith('/rapi/')
  return { url: isOurs ? new URL(url.pathname + url.hash, server) : url, isOurs }
}
