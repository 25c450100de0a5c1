"""Renderer of the seed catalogue's photographs, from models with each product's measurements."""
