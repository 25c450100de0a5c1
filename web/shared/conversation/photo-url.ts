/** The bytes of a photo as an address that the content security policy allows. */
export function photoUrl(bytes: ArrayBuffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('the photo could not be read'))
    reader.readAsDataURL(new Blob([bytes], { type: 'image/webp' }))
  })
}
