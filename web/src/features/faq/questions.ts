/** The questions in display order; the gateway writes them into the structured data of the page. */
export const questions = [
  { question: 'FAQ.WHERE', answer: 'FAQ.WHERE_ANSWER', open: false },
  { question: 'FAQ.WARRANTY', answer: 'FAQ.WARRANTY_ANSWER', open: false },
  { question: 'FAQ.INSTALLATION', answer: 'FAQ.INSTALLATION_ANSWER', open: false },
  { question: 'FAQ.CARE', answer: 'FAQ.CARE_ANSWER', open: false },
  { question: 'FAQ.CUSTOM', answer: 'FAQ.CUSTOM_ANSWER', open: true },
] as const
