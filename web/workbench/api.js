// Requests to the server.
