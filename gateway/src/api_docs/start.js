// Repeats the cookie XSRF-TOKEN in a header, as the web app does.
function withToken(request) {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  if (cookie !== undefined) {
    request.headers['X-XSRF-TOKEN'] = decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
  }
  return request
}

SwaggerUIBundle({
  url: '/api/v1.0/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  displayRequestDuration: true,
  // The document is not sent to an external validator.
  validatorUrl: null,
  requestInterceptor: withToken,
})
