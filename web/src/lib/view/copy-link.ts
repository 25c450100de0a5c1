import { showToast } from '@shared/toasts'

/** Copies a link and says so. Browsers offer no clipboard over plain HTTP: there a prompt shows the link, to copy it by hand. */
export async function copyLink(link: string, texts: { copied: string; prompt: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    showToast({ tone: 'done', text: texts.copied })
  } catch {
    window.prompt(texts.prompt, link)
  }
}

/** Address that opens WhatsApp with a text and a link to send. */
export const whatsAppShareUrl = (text: string, link: string): string => `https://wa.me/?text=${encodeURIComponent(`${text}\n${link}`)}`
