// A call with a session repeats the cookie XSRF-TOKEN in a header, as the shop's own pages do.
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
  // No other server is told what stands here.
  validatorUrl: null,
  requestInterceptor: withToken,
})
